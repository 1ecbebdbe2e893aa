import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Inspection, inspectionOf } from './accessibility';
import { type ConsoleErrors, createConsoleErrors } from './console-errors';
import { mendFaults } from './faults';
import { installHydrationWait, waitBeforeKeys } from './hydration';
import { installKeyboardDriver } from './keyboard/keyboard-driver';
import type { PersonName } from './people';
import { signInQuietly } from './sign-in';
import { CLOSE_MS } from './waits';

interface Story {
  consoleErrors: ConsoleErrors;
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
export interface InputOptions {
  inputDevice: 'pointer' | 'keyboard';
}

/** A test that fails for any error in its browsers. */
export const test = base.extend<Story, InputOptions & { installInputDevice: undefined }>({
  inputDevice: ['pointer', { option: true, scope: 'worker' }],
  installInputDevice: [
    async ({ browser, inputDevice }, use) => {
      const page = await browser.newPage();
      if (inputDevice === 'keyboard') installKeyboardDriver(page);
      installHydrationWait(page);
      await page.close();
      await use(undefined);
    },
    { auto: true, scope: 'worker' },
  ],
  consoleErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright says that a fixture needs nothing
    async ({}, use) => {
      const consoleErrors = createConsoleErrors();
      await use(consoleErrors);
      await mendFaults();
      expect(consoleErrors.unexpected(), 'errors on the browser console').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, consoleErrors }, use) => {
    consoleErrors.watch(context);
    waitBeforeKeys(context);
    await use(context);
  },
  enterAs: [
    async ({ browser, consoleErrors, reducedMotion }, use) => {
      const made: Awaited<ReturnType<Browser['newContext']>>[] = [];
      const usual = { baseURL: process.env.VETRO_URL, viewport: WIDE, reducedMotion };
      await use(async (name, { tenant, ...options } = {}) => {
        const context = await browser.newContext({ ...usual, ...options });
        made.push(context);
        consoleErrors.watch(context);
        waitBeforeKeys(context);
        await signInQuietly(context, name, tenant);
        return context.newPage();
      });
      for (const context of made) await context.close();
    },
    { timeout: CLOSE_MS },
  ],
  inspect: async ({ inputDevice }, use) => {
    await use((page, promised) => inspectionOf(page, promised, inputDevice === 'keyboard'));
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
