import { expect, type Page } from '@playwright/test';

/** On the page of a service, and on any other page beside its lists. */
const MAX_CONTROLS = { service: 12, any: 25 };

/**
 * What Tab reaches in the main area: what is in a list or a table, in the drawing and in the ways between pages is not
 * counted, on the page of a service only the last.
 *
 * @returns the names of the controls
 */
async function controlsOf(page: Page, isService: boolean): Promise<string[]> {
  return page.evaluate(
    (beside) => {
      const reached = 'a[href], button, input, select, textarea, summary, [tabindex]';
      return [...document.querySelectorAll<HTMLElement>(`main :is(${reached})`)]
        .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.closest(beside) === null)
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? one.tagName);
    },
    isService ? 'nav' : 'nav, li, tr, [role=row], .react-flow',
  );
}

/** That a page does not ask for more choices than a person can look through. */
export async function expectFewControls(page: Page, where: string): Promise<void> {
  const isService = /\/services\/[0-9a-f]{32}$/.test(new URL(page.url()).pathname);
  const controls = await controlsOf(page, isService);
  const most = isService ? MAX_CONTROLS.service : MAX_CONTROLS.any;
  expect.soft(controls.slice(most), `controls beyond ${most} on ${where}: ${controls.join(' · ')}`).toEqual([]);
}
