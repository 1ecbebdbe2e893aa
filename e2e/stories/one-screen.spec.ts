import type { Page } from '@playwright/test';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory, RECOVERY_PASSWORD, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test('a run is one screen while it goes on: picture, timeline and what is awaited, without a word over another', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Screen'));
  // the second controller holds the run until all of it has been looked at
  const mend = await injectFault({ kind: 'off', target: 'screendc2', message: 'The machine is switched off.' });
  const session = await draft(member, id, [
    activeDirectory(uniqueDomain, {
      unitNamingPattern: 'screendc#',
      units: [true, false].map((isMaster) => ({ isMaster, recoveryPassword: RECOVERY_PASSWORD })),
    }),
    webServerFarm('shop', 2, { domain: uniqueDomain, unitNamingPattern: 'screen#' }),
  ]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member', { reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  const run = new RunPage(page);
  const timeline = page.getByRole('region', { name: 'Machines over time' });

  await test.step('its head names it, and says what is awaited', async () => {
    await expect(page.getByRole('heading', { name: `Version 1: ${uniqueDomain} and shop added` })).toBeInViewport();
    // who looks after a machine that is off in the middle of a step comes every half minute
    const held = /Working|Needs attention: screendc2 is switched off/;
    await expect(run.machine('screendc2')).toContainText(held, { timeout: RUN_MS });
    await expect(run.progress).toHaveAccessibleName(/screendc2/);
  });

  await test.step('picture and timeline are in sight, and the page does not scroll', async () => {
    await expect(page.getByRole('region', { name: 'Topology' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^screen1, / })).toBeInViewport();
    await expect(timeline).toBeInViewport({ ratio: 1 });
    expect(await overflowOf(page)).toBe(0);
  });

  await test.step('what is planned stands beyond the line of the present', async () => {
    await expect(timeline.locator('[data-bar=planned]').first()).toBeVisible();
    // at one moment: the axis changes its scale while the run goes on
    const beyond = await timeline.evaluate((of) => {
      const leftOf = (what: string) => of.querySelector(what)?.getBoundingClientRect().left ?? Number.NaN;
      return leftOf('[data-bar=planned]') - leftOf('[data-now]');
    });
    expect(beyond).toBeGreaterThanOrEqual(-1);
  });

  await test.step('no word of a bar is cut off, and none lies over another word or bar', async () => {
    expect(await wordsOf(page)).toEqual({ cut: [], over: [] });
  });

  await test.step('a step opens in its place, and the page still fits', async () => {
    await timeline.getByRole('button', { name: /^Making the first domain controller on screendc1/ }).click();
    await expect(
      timeline.getByRole('region', { name: /^Making the first domain controller on screendc1/ }),
    ).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Close the details' }).click();
    await run.show('Log');
    await expect(run.log).toBeInViewport({ ratio: 1 });
    expect(await overflowOf(page)).toBe(0);
    await run.show('Timeline');
  });

  await test.step('on a phone it goes down the page, and the timeline has its axis', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(timeline.locator('[data-axis]')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Machines over time' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('at the end it is still one screen, and nothing is planned any more', async () => {
    await mend();
    await run.finished(4);
    await expect(timeline.locator('[data-bar=planned]')).toHaveCount(0);
    expect(await overflowOf(page)).toBe(0);
  });

  await test.step('the bar of a draft stays at the bottom edge with nothing over it, wherever the page stands', async () => {
    await draft(member, id, [webServerFarm('more', 2, { domain: uniqueDomain, unitNamingPattern: 'more#' })]);
    const bar = page.getByRole('region', { name: 'Draft' });
    await expect(bar.getByRole('link', { name: 'Review and deploy' })).toBeVisible();
    for (const height of [900, 740]) {
      await page.setViewportSize({ width: 1440, height });
      for (const to of [0, 100_000]) {
        await page.evaluate((top) => window.scrollTo(0, top), to);
        expect(await bar.evaluate(placeOf)).toEqual({ fromBottom: 0, covered: [] });
      }
    }
  });
});

/** How far a bar is from the bottom edge of the window, and which of its words something else lies over. */
function placeOf(bar: Element): { fromBottom: number; covered: string[] } {
  const covered = [...bar.querySelectorAll('a, button, p')].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const points = [0.05, 0.5, 0.95].map((share) => document.elementFromPoint(left + width * share, top + height / 2));
    return points.every((found) => found !== null && bar.contains(found)) ? [] : [one.textContent ?? ''];
  });
  return { fromBottom: Math.round(window.innerHeight - bar.getBoundingClientRect().bottom), covered };
}

/** By how much the page is higher than its window, in pixels. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollHeight - window.innerHeight));
}

/** Words of bars that are cut off, and pairs that lie over each other, as the browser has set them. */
function wordsOf(page: Page): Promise<{ cut: string[]; over: string[] }> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const over: string[] = [];
    for (const row of document.querySelectorAll('.timeline-row')) {
      const words = [...row.querySelectorAll<HTMLElement>('[data-words]')];
      const bars = [...row.querySelectorAll<HTMLElement>('[data-bar]')];
      const across = (one: Element, other: Element) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      };
      for (const [at, word] of words.entries()) {
        const said = word.textContent ?? '';
        if (word.scrollWidth > word.clientWidth + 1) cut.push(said);
        for (const other of words.slice(at + 1)) if (across(word, other)) over.push(`${said} | ${other.textContent}`);
        // its own bar may hold it
        const foreign = bars.filter((bar) => bar.dataset.for !== word.dataset.words);
        if (foreign.some((bar) => across(word, bar))) over.push(`${said} | a bar`);
      }
    }
    return { cut, over };
  });
}
