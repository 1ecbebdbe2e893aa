import type { Page } from '@playwright/test';

interface LedByLinks extends Window {
  next?: { router?: { push(path: string): void } };
}

/**
 * Leads a page of the product to another one as its links do: without reading the whole program anew, which takes as long
 * as many steps of a story. A page that shows nothing of the product yet loads it.
 *
 * @param path an address within the product; nothing happens where the page is there already
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isLed = await page.evaluate((to) => {
    const { router } = (window as LedByLinks).next ?? {};
    // What would be written in the address after a pause is written when something is pressed.
    window.dispatchEvent(new MouseEvent('click'));
    router?.push(to);
    return router !== undefined;
  }, path);
  // The address changes with what is drawn.
  if (isLed) await page.waitForURL(new URL(path, page.url()).href);
  else await page.goto(path);
}
