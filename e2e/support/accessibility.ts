import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { pageOf } from './dashboard-pages';

interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  rules: 'all' | 'contrast';
}

const WIDE = { width: 1440, height: 900 };
// What is on the page depends on its width alone, so the second colours of a width are checked for contrast only.
const WIDE_VIEWS: Look[] = [
  { ...WIDE, colorScheme: 'light', rules: 'all' },
  { ...WIDE, colorScheme: 'dark', rules: 'contrast' },
];
const NARROW_LOOK: Look = { width: 390, height: 844, colorScheme: 'dark', rules: 'all' };

/** WCAG 2.2 A and AA, of which nothing at all may be violated. */
const LAW = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** Advice beyond the law, of which nothing grave may be. */
const ADVICE = 'best-practice';
const GRAVE = ['serious', 'critical'];

/**
 * What a beginner cannot know, and what therefore stands in details only: commands of machines, codes of machine sizes,
 * ids. Logs, documents and whoever asks for details may have them.
 */
const JARGON = /\b(?:[A-Z][a-z]+-[A-Z]\w+|m1\.\w+|[0-9a-f]{32}|\w+_instance_\d+)\b/g;
/** Where they are on purpose: the id of an environment for the API, code, logs, what tells choices of one list apart. */
const DETAILS = 'code, pre, textarea, [role=log], [role=option]';

/** Looks at pages as people of all abilities meet them. */
export interface Inspection {
  /** a page of the dashboard as it is now: light and dark, wide and narrow, with nothing to be scrolled sideways */
  everyLook(where: string): Promise<void>;
  /** something that opened on a page: light and dark */
  opened(where: string): Promise<void>;
  /** presses something that opens a dialog, looks at that as it is on a phone in the dark, and closes it */
  dialogOf(opener: Locator, where?: string): Promise<void>;
  /** @throws when one of the pages that the story promised was not looked at */
  done(): void;
}

/**
 * @param promised the pages of the dashboard that the story will look at, by their folders
 * @param idle looks at nothing: what is on a page does not depend on how one came there
 */
export function inspectionOf(page: Page, promised: readonly string[], idle: boolean): Inspection {
  const seen = new Set<string>();
  const at = async (views: readonly Look[], where: string) => {
    const shown = pageOf(page.url());
    if (shown) seen.add(shown);
    if (idle) return;
    for (const look of views) await inspect(page, look, where);
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  return {
    everyLook: (where) => at([...WIDE_VIEWS, NARROW_LOOK], where),
    opened: (where) => at(WIDE_VIEWS, where),
    dialogOf: async (opener, where) => {
      const name = where ?? (await opener.textContent()) ?? '';
      await opener.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await at([NARROW_LOOK], `the dialog of ${name}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
    done: () =>
      expect(
        promised.filter((one) => !seen.has(one)),
        'pages not looked at',
      ).toEqual([]),
  };
}

async function inspect(page: Page, { width, height, colorScheme, rules }: Look, where: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await settled(page);
  const look = `${where}, ${colorScheme}, ${width} px`;
  await expectAccessible(page, look, rules);
  if (rules === 'all' && !/^\/admin/.test(new URL(page.url()).pathname)) await expectPlainWords(page, look);
  await expectNoSidewaysScroll(page, look);
}

async function expectAccessible(page: Page, where: string, rules: Look['rules']): Promise<void> {
  // A page that was looked at has axe already: reading its half a megabyte anew for each look takes longer than many looks.
  const isThere = await page.evaluate(() => 'axe' in window);
  // there are no frames to look into; what passes is of no interest: both take most of the time
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  // The kit's guards take the focus on purpose, to hand it on at once: nobody ever stands on one.
  axe.exclude('[data-base-ui-focus-guard]');
  if (rules === 'contrast') axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.withTags([...LAW, ADVICE]);
  const { violations } = await axe.analyze();
  const sentences = violations
    .filter(({ tags, impact }) => tags.some((tag) => LAW.includes(tag)) || GRAVE.includes(String(impact)))
    .map(({ id, impact, nodes }) => ({
      rule: `${impact} ${id}`,
      at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ')}`),
    }));
  expect.soft(sentences, `axe on ${where}`).toEqual([]);
}

/** That nothing of the page needs the knowledge of an expert. */
async function expectPlainWords(page: Page, where: string): Promise<void> {
  const words = await page.evaluate((details) => {
    const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = shown.nextNode(); node; node = shown.nextNode()) {
      const around = node.parentElement;
      if (around && !around.closest(`${details}, script, style`) && around.checkVisibility())
        texts.push(node.textContent ?? '');
    }
    return texts.join('\n');
  }, DETAILS);
  expect.soft([...new Set(words.match(JARGON))], `words of experts on ${where}`).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect.soft(content, `width of ${where}`).toBeLessThanOrEqual(width);
}

/** Colours are measured, so they must have arrived, also where what is out of sight is not drawn anew yet. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = new CSSStyleSheet();
    drawn.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [drawn];
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(passing.map((transition) => transition.finished));
  });
}
