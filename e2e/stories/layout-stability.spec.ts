import type { Page } from '@playwright/test';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** How much later each part of the program comes than on this machine, in milliseconds: as over a slow line. */
const PART_MS = 120;
/** So long a page is watched after it has come, in milliseconds: several parts, one after the other. */
const WATCH_MS = 1_000;

interface Watched extends Window {
  /** what has moved, each once */
  moves?: () => string[];
}

/** Notes from now on what can be pressed and moves under the hand, by its words. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const centres = new Map<Element, { x: number; y: number }>();
    const moved = new Set<string>();
    let isOver = false;
    const look = () => {
      for (const element of document.querySelectorAll('main :is(button, a[href], input)')) {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (width === 0) continue;
        const now = { x: x + width / 2, y: y + height / 2 };
        const first = centres.get(element) ?? now;
        centres.set(element, first);
        // A finger that was over its middle is beside it now.
        if (Math.abs(first.x - now.x) > width / 2 || Math.abs(first.y - now.y) > height / 2) {
          const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
          moved.add(`${name || element.id}: ${Math.round(now.x - first.x)}, ${Math.round(now.y - first.y)}`);
        }
      }
      if (!isOver) requestAnimationFrame(look);
    };
    look();
    (window as Watched).moves = () => {
      isOver = true;
      return [...moved];
    };
  });
}

test('what can be pressed on a page that has come stays where it is, however late its parts come', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Still'));
  await draft(member, id, [webServer()]);
  const page = await enterAs('member');
  await page.route('**/_next/static/chunks/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, PART_MS));
    await route.continue();
  });
  const one = `/environments/${id}`;
  // Home and the list of environments are not among them: other stories deploy into this tenant at the same time.
  const pages = [
    ...['', '/services', '/services/add', '/services/add/activeDirectory', '/services/add/webServer', '/review'].map(
      (path) => one + path,
    ),
    ...[`${one}/deployments`, `${one}/settings`, '/catalog', '/account'],
  ];
  for (const path of pages) {
    await test.step(path, async () => {
      await visit(page, '/templates');
      await visit(page, path);
      await watch(page);
      await page.waitForTimeout(WATCH_MS);
      expect(await page.evaluate(() => (window as Watched).moves?.())).toEqual([]);
    });
  }
});
