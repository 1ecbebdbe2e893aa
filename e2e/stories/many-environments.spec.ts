import type { Locator } from '@playwright/test';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { expect, test } from '../support/story';

const MANY = 60;

test('among many environments one finds one’s way: by page, by words, by what they need, and from everywhere', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const tenant = uniqueName('Many');
  await (await apiOf('admin')).ok('POST', '/v1/admin/tenants', { name: tenant });
  const api = await apiOf('admin', tenant);
  for (let n = 1; n <= MANY; n += 1) await createEnvironment(api, `Branch ${String(n).padStart(2, '0')}`);

  const page = await enterAs('admin', { tenant });
  const rows = page.getByRole('table', { name: 'Environments' }).getByRole('row');
  const names = page.getByRole('table', { name: 'Environments' }).getByRole('link', { name: /^Branch/ });
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await test.step('home shows the first of them, and the way to all', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Branch/ })).not.toHaveCount(MANY);
    await page.getByRole('link', { name: `Show all ${MANY}` }).click();
    await expect(page).toHaveURL(/\/environments\?show=waiting$/);
    await expect(page.getByRole('status').filter({ hasText: `${MANY} found` })).toBeVisible();
  });

  await test.step('the list comes by the page, the newest change first', async () => {
    await expect(names.first()).toHaveText(`Branch ${MANY}`);
    await expect(page.getByText(`50 of ${MANY} shown`)).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(MANY + 1);
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  });

  await test.step('words, order and what they need are in the address', async () => {
    await choose('Order', 'By name');
    await expect(names.first()).toHaveText('Branch 01');
    await page.getByRole('searchbox', { name: 'Search environments by name' }).fill('branch 3');
    await expect(page.getByRole('status').filter({ hasText: '15 found' })).toBeVisible();
    await expect(page).toHaveURL(/show=waiting&order=name&q=branch\+3$/);
    await page.reload();
    await expect(names.first()).toHaveText('Branch 03');
    await choose('Which environments', 'All well');
    await page.getByRole('button', { name: 'Show all environments' }).click();
    await expect(names.first()).toHaveText('Branch 01');
  });

  await test.step('one that somebody begins to work in meanwhile is there by itself', async () => {
    await draft(api, await createEnvironment(api, 'Branch 00'), []);
    await expect(names.first()).toHaveText('Branch 00');
  });

  await test.step('the palette finds what no page shows', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Go to or do' }).fill('branch 07');
    await page.getByRole('option', { name: 'Branch 07' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Branch 07' })).toBeVisible();
  });

  await test.step('lists of administrators draw only what is in sight', async () => {
    // browsers draw ahead by a part of the window's height
    await page.setViewportSize({ width: 1440, height: 500 });
    for (const [at, list] of [
      [`/admin?q=Branch`, 'Environments of all tenants'],
      ['/admin/audit', 'Audit log'],
    ] as const) {
      await page.goto(at);
      const entries = page.getByRole('list', { name: list }).getByRole('listitem');
      await expect(entries.first()).toBeVisible();
      const isDrawn = (entry: Locator) =>
        entry.evaluate((one) => one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }));
      // how far down the list begins depends on what else is wrong in the installation, which goes on meanwhile
      const isDrawnInSight = async (entry: Locator) => {
        await entry.scrollIntoViewIfNeeded();
        return isDrawn(entry);
      };
      await expect.poll(() => isDrawnInSight(entries.first())).toBe(true);
      await expect.poll(() => isDrawn(entries.last())).toBe(false);
      await expect.poll(() => isDrawnInSight(entries.last())).toBe(true);
      await expect.poll(() => isDrawn(entries.first())).toBe(false);
    }
  });
});
