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
    const places = new Map<Element, { x: number; y: number }>();
    const moved = new Set<string>();
    let isOver = false;
    const look = () => {
      for (const element of document.querySelectorAll('main :is(button, a[href], input)')) {
        const { x, y, width } = element.getBoundingClientRect();
        if (width === 0) continue;
        const before = places.get(element);
        if (before && Math.hypot(before.x - x, before.y - y) > 1) {
          const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
          moved.add(`${name || element.id}: ${Math.round(x - before.x)}, ${Math.round(y - before.y)}`);
        }
        places.set(element, { x, y });
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
  const pages = [
    ...['', '/services', '/services/add', '/services/add/activeDirectory', '/services/add/webServer', '/review'].map(
      (path) => one + path,
    ),
    ...[`${one}/deployments`, `${one}/settings`, '/', '/environments', '/catalog', '/account'],
  ];
  for (const path of pages) {
    await test.step(path, async () => {
      await visit(page, '/templates');
      await visit(page, path);
      await watch(page);
      await page.waitForTimeout(WATCH_MS);
      expect.soft(await page.evaluate(() => (window as Watched).moves?.())).toEqual([]);
    });
  }
});
