import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Inspection, inspectionOf } from './accessibility';
import { type Complaints, createComplaints } from './complaints';
import { takePointerAway } from './keyboard/hands';
import type { PersonName } from './people';
import { signInQuietly } from './sign-in';

interface Story {
  complaints: Complaints;
  /** a browser of its own for somebody who is signed in already */
  enterAs: (name: PersonName, options?: BrowserContextOptions & { tenant?: string }) => Promise<Page>;
  /** looks at pages as people of all abilities meet them; names the pages of the dashboard it will look at */
  inspect: (page: Page, promised: readonly string[]) => Inspection;
  /** a name that no other story gives an environment */
  uniqueName: (word: string) => string;
  /** a domain that no other story makes: machines of a tenant share a network, where a name can be taken once */
  uniqueDomain: string;
}

/** How controls are pressed. Stories are the same either way. */
export interface Hands {
  hands: 'pointer' | 'keyboard';
}

/** A test in whose browsers nothing may complain. */
export const test = base.extend<Story, Hands & { handsOn: undefined }>({
  hands: ['pointer', { option: true, scope: 'worker' }],
  handsOn: [
    async ({ browser, hands }, use) => {
      if (hands === 'keyboard') {
        const page = await browser.newPage();
        takePointerAway(page);
        await page.close();
      }
      await use(undefined);
    },
    { auto: true, scope: 'worker' },
  ],
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
  inspect: async ({ hands }, use) => {
    await use((page, promised) => inspectionOf(page, promised, hands === 'keyboard'));
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
