import { EnvironmentPage } from '../pages/environment-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { injectFault } from '../support/faults';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('growth that failed is rolled back: what it added goes, and the rest stays as it was', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('Taken back');
  const stem = `tb${name.slice(-6)}-`;
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${stem}#` })]);
  const before = (await deployedServices(member, id)).shop;
  const page = await enterAs('member');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const environment = new EnvironmentPage(page);
  const isReady = (number: number) =>
    expect(page.getByRole('button', { name: new RegExp(`^${stem}${number}, .*Ready`) })).toBeVisible();

  await test.step('of two more machines one fails, and both are kept', async () => {
    await injectFault({ kind: 'command', target: `${stem}4/Install-WebServer`, message: 'It hangs.', times: 1 });
    await visit(page, `/environments/${id}/services/${before?.id}`);
    await new ServicePage(page).begin('Grow now');
    await dialog.getByLabel('How many more').fill('2');
    await dialog.getByRole('checkbox', { name: /^Take the new machines away again/ }).uncheck();
    await dialog.getByRole('button', { name: /^Add 2 / }).click();
    await page.waitForURL('**/deployments/**');
    await expect(main.getByText('Failed', { exact: true }).first()).toBeVisible({ timeout: RUN_MS });
  });

  await test.step('that it is half-way is in the list, and on its page with what was added', async () => {
    const row = page.getByRole('row').filter({ hasText: name });
    await visit(page, `/environments?q=${encodeURIComponent(name)}`);
    await expect(row).toContainText('Grown half-way');
    await environment.open(id, name);
    await expect(main.getByText('Growing was left half-way: it failed')).toBeVisible();
    await expect(main.getByText(`Added, and perhaps not ready: ${stem}3, ${stem}4.`)).toBeVisible();
    await expect(main.getByText('Roll back removes what was added, with all that is on it.')).toBeVisible();
    // those from before are as they were, beside the one that failed
    for (const number of [1, 2]) await isReady(number);
    await expect(page.getByRole('button', { name: new RegExp(`^${stem}4, .*Failed`) })).toBeVisible();
  });

  await test.step('rolled back, its machines are gone, and nothing is half-way any more', async () => {
    await main.getByRole('button', { name: 'Roll back' }).click();
    for (const number of [3, 4]) await expect(dialog.getByText(`${stem}${number}`, { exact: true })).toBeVisible();
    const destroy = dialog.getByRole('button', { name: 'Roll back and destroy 2 machines' });
    await expect(destroy).toBeDisabled();
    await dialog.getByLabel(/^Type /).fill(name);
    await destroy.click();
    await page.waitForURL('**/deployments/**');
    await expect(main.getByText('Successful', { exact: true }).first()).toBeVisible({ timeout: RUN_MS });
    await environment.open(id, name);
    for (const number of [1, 2]) await isReady(number);
    for (const number of [3, 4]) {
      await expect(page.getByRole('button', { name: new RegExp(`^${stem}${number}, `) })).toHaveCount(0);
    }
    await expect(page.getByText(/left half-way/)).toHaveCount(0);
    const { shop } = await deployedServices(member, id);
    expect(shop?.units.map(({ name: unit, state }) => [unit, state.hostname, state.address])).toEqual(
      before?.units.map(({ name: unit, state }) => [unit, state.hostname, state.address]),
    );
    expect(await member.ok('GET', `/v1/environments/${id}`)).toMatchObject({ status: 'ready', half_way: null });
  });
});
