import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Complaints, createComplaints } from './complaints';
import type { PersonName, TenantName } from './people';
import { signInQuietly } from './sign-in';

interface Story {
  complaints: Complaints;
  /** a browser of its own for somebody who is signed in already */
  enterAs: (name: PersonName, options?: BrowserContextOptions & { tenant?: TenantName }) => Promise<Page>;
  /** a name that no other story gives an environment */
  uniqueName: (word: string) => string;
  /** a domain that no other story makes: machines of a tenant share a network, where a name can be taken once */
  uniqueDomain: string;
}

/** A test in whose browsers nothing may complain. */
export const test = base.extend<Story>({
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright says that a fixture needs nothing
    async ({}, use) => {
      const complaints = createComplaints();
      await use(complaints);
      expect(complaints.unexpected(), 'what the browsers complained about').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    complaints.watch(context);
    await use(context);
  },
  enterAs: async ({ browser, complaints }, use) => {
    const made: Awaited<ReturnType<Browser['newContext']>>[] = [];
    await use(async (name, { tenant, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: process.env.VETRO_URL, viewport: WIDE, ...options });
      made.push(context);
      complaints.watch(context);
      await signInQuietly(context, name, tenant);
      return context.newPage();
    });
    for (const context of made) await context.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright says that a fixture needs nothing
  uniqueName: async ({}, use) => {
    await use((word) => `${word} ${randomBytes(3).toString('hex')}`);
  },
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright says that a fixture needs nothing
  uniqueDomain: async ({}, use) => {
    await use(`acme-${randomBytes(3).toString('hex')}.local`);
  },
});

const WIDE = { width: 1440, height: 900 };

export { expect };
