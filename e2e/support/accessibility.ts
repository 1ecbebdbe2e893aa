import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LOOKS = [
  { width: 1440, height: 900, colorScheme: 'light', rules: 'all' },
  { width: 1440, height: 900, colorScheme: 'dark', rules: 'contrast' },
  { width: 390, height: 844, colorScheme: 'dark', rules: 'all' },
  { width: 390, height: 844, colorScheme: 'light', rules: 'contrast' },
] as const;

/**
 * No serious or critical violation on what the page shows now, in light and dark, wide and narrow, and nothing that
 * has to be scrolled sideways. What is on the page depends on its width alone, so the second colours of a width are
 * checked for contrast only.
 */
export async function expectAccessibleInEveryLook(page: Page, where: string): Promise<void> {
  for (const { width, height, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const look = `${where}, ${colorScheme}, ${width} px`;
    await expectAccessible(page, look, rules);
    await expectNoSidewaysScroll(page, look);
  }
  await page.setViewportSize({ width: LOOKS[0].width, height: LOOKS[0].height });
}

async function expectAccessible(page: Page, where: string, rules: 'all' | 'contrast'): Promise<void> {
  // there are no frames to look into; what passes is of no interest: both take most of the time
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  // The kit's guards take the focus on purpose, to hand it on at once: nobody ever stands on one.
  axe.exclude('[data-base-ui-focus-guard]');
  if (rules === 'contrast') axe.withRules(['color-contrast']);
  const { violations } = await axe.analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      rule: `${impact} ${id}`,
      at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ')}`),
    }));
  expect.soft(grave, `axe on ${where}`).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect.soft(content, `width of ${where}`).toBeLessThanOrEqual(width);
}

/** Colours are measured, so they must have arrived. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(passing.map((transition) => transition.finished));
  });
}
