import type { Page } from '@playwright/test';
import { apiOf } from '../support/api';
import { faultsOfDrawing } from '../support/drawing';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { webServer } from '../support/services';
import { SHAPES } from '../support/shapes';
import { expect, test } from '../support/story';

/** Read from some metres away. */
const LEAST_PX = 16;
/** A machine that dies is found within this. */
const WITHIN_A_MINUTE = 60_000;

/** What the drawing on a wall is, whatever page it was before. */
async function hang(page: Page, id: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('vetro.presenter', '1'));
  await page.goto(`/environments/${id}`);
}

const zoomOf = (page: Page) =>
  page.locator('.react-flow__viewport').evaluate((viewport) => new DOMMatrix(getComputedStyle(viewport).transform).a);

for (const name of ['7-machines', '20-machines', '40-machines'] as const) {
  test(`on a wall hangs the drawing of ${name} alone: no word smaller than 16 pixels, every role to be read`, async ({
    enterAs,
    uniqueName,
  }) => {
    const api = await apiOf('member', 'Fabrikam');
    const id = await createEnvironment(api, uniqueName(name));
    await draft(api, id, SHAPES[name]());
    const page = await enterAs('member', {
      tenant: 'Fabrikam',
      reducedMotion: 'reduce',
      viewport: { width: 1920, height: 1080 },
    });
    await hang(page, id);
    const drawing = page.locator('.react-flow');
    await expect(drawing.locator('.react-flow__node-service').first()).toBeVisible();
    const sound = { crossed: [], covered: [], small: [], cut: [], outside: [] };
    await expect.poll(() => faultsOfDrawing(page, LEAST_PX)).toEqual(sound);
    for (const role of ['Domain controller', 'Web server (IIS)', 'Failover cluster', 'SQL Server']) {
      await expect(drawing).toContainText(role);
    }
    await expect(drawing).not.toContainText('In acme.local');
    for (const beside of ['navigation', 'banner', 'searchbox', 'slider'] as const) {
      await expect(page.getByRole(beside)).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Review and deploy' })).toHaveCount(0);
    await page.keyboard.press('p');
    await expect(page.getByRole('navigation').first()).toBeVisible();
  });
}

test('a wall shows requests that were made and none else, and a failure comes near with its sentence', async ({
  enterAs,
  uniqueName,
}) => {
  const api = await apiOf('member');
  const name = uniqueName('Wall');
  const host = `wl${name.slice(-6)}`;
  const id = await deployedEnvironment(api, name, [
    webServer({ name: 'pages', unitNamingPattern: `${host}-a` }),
    webServer({ name: 'other', unitNamingPattern: `${host}-b` }),
  ]);
  const page = await enterAs('reader', { viewport: { width: 1920, height: 1080 } });
  const lights = page.locator('[data-light]');
  const sentence = page.getByRole('alert').filter({ hasText: `${host}-a` });

  await test.step('while nothing is measured, nothing passes along the lines', async () => {
    await hang(page, id);
    await expect(page.getByRole('button', { name: new RegExp(`^${host}-a, .*Ready`) })).toBeVisible();
    await expect(lights).toHaveCount(0);
  });

  await test.step('a check asks for the pages: that is seen', async () => {
    await api.ok('POST', `/v1/environments/${id}/executions`, { workflow: 'check_status' });
    await expect(lights).toHaveCount(2);
  });

  await test.step('a machine that fails comes near, with what is wrong with it', async () => {
    const whole = await zoomOf(page);
    const mend = await injectFault({ kind: 'off', target: `${host}-a`, message: '' });
    await expect(sentence).toContainText(`${host}-a is switched off.`, { timeout: WITHIN_A_MINUTE });
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(whole);
    const phone = await enterAs('reader', { viewport: { width: 390, height: 844 } });
    await hang(phone, id);
    await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(phone.getByRole('alert').filter({ hasText: `${host}-a is switched off.` })).toBeVisible();
    await expect(phone.getByRole('listitem').filter({ hasText: 'other' })).toContainText('Ready');
    await expect(phone.locator('.react-flow')).toHaveCount(0);
    await mend();
    await expect(sentence).toHaveCount(0, { timeout: WITHIN_A_MINUTE });
    await expect.poll(() => zoomOf(page)).toBeCloseTo(whole, 1);
    await expect(phone.getByText('2 machines, all ready')).toBeVisible();
  });
});
