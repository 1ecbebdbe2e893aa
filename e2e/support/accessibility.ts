import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No serious or critical violation on what the page shows now; `where` names it in the failure. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      rule: `${impact} ${id}`,
      at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ')}`),
    }));
  expect.soft(grave, `axe on ${where}`).toEqual([]);
}

/** The page is not wider than its window: nothing has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const { content, window: width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect.soft(content, `width of ${where}`).toBeLessThanOrEqual(width);
}
