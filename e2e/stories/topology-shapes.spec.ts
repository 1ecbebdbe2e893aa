import type { Page } from '@playwright/test';
import { apiOf } from '../support/api';
import { faultsOfDrawing } from '../support/drawing';
import { createEnvironment, draft } from '../support/environments';
import { ownPackage } from '../support/packages';
import { bothLanguages, SHAPES } from '../support/shapes';
import { expect, test } from '../support/story';

const SOUND = { crossed: [], covered: [], small: [], outside: [] };

/** Opens the drawing of an environment at a width, all of it fitted in. */
async function draw(page: Page, id: string, width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.goto(`/environments/${id}?as=graph`);
  await expect(page.locator('.react-flow__node-service').first()).toBeVisible();
  // it is fitted in once it is laid out
  await expect.poll(async () => (await faultsOfDrawing(page)).outside).toEqual([]);
}

/** That the drawing comes to be sound: while it is laid out and fitted in, it may be anything. */
async function isSound(page: Page, id: string) {
  await draw(page, id, 1440, 900);
  await expect.poll(() => faultsOfDrawing(page)).toEqual({ ...SOUND, cut: [] });
  await draw(page, id, 390, 844);
  const withoutCut = async () => {
    const { cut: _cut, ...narrow } = await faultsOfDrawing(page);
    return narrow;
  };
  await expect.poll(withoutCut).toEqual(SOUND);
}

for (const [name, services] of Object.entries(SHAPES)) {
  test(`the drawing of ${name}: no line over a box, no label over another, every word can be read`, async ({
    enterAs,
    uniqueName,
  }) => {
    const api = await apiOf('member', 'Fabrikam');
    const id = await createEnvironment(api, uniqueName(name));
    await draft(api, id, services());
    await isSound(await enterAs('member', { tenant: 'Fabrikam', reducedMotion: 'reduce' }), id);
  });
}

test('the drawing of packages of both kinds side by side', async ({ enterAs, uniqueName }) => {
  const pack = ownPackage();
  await (await apiOf('admin', 'Fabrikam')).upload('/v1/catalog/packages', pack.archive());
  const api = await apiOf('member', 'Fabrikam');
  const id = await createEnvironment(api, uniqueName('Both kinds'));
  await draft(api, id, bothLanguages(pack.name));
  await isSound(await enterAs('member', { tenant: 'Fabrikam', reducedMotion: 'reduce' }), id);
});
