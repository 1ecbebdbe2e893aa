import type { Page } from '@playwright/test';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

async function endsWell(page: Page): Promise<void> {
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
}

test('a farm grows by two, shrinks by the machine that is chosen, and goes, each at once and with its plan first', {
  tag: '@keyboard',
}, async ({ enterAs, consoleErrors, uniqueName }) => {
  // the page of a service asks for its log until it has heard that the service is gone
  consoleErrors.allow(/status of 404 .*reports\?service_id/);
  const member = await apiOf('member');
  const name = uniqueName('Season');
  const host = name.slice(-6);
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${host}-#` })]);
  const hosts = async () => {
    const { shop } = await deployedServices(member, id);
    return shop?.units.map(({ state }) => state.hostname).sort() ?? [];
  };
  const { shop } = await deployedServices(member, id);
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog');

  await test.step('by two: the plan names what is set up, and who has something to do with it', async () => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin('Grow now');
    await dialog.getByLabel('How many more').fill('2');
    await expect(dialog).toContainText(`${host}-3`);
    await expect(dialog).toContainText(`${host}-4`);
    await dialog.getByRole('button', { name: /^Add 2 / }).click();
    await endsWell(page);
    expect(await hosts()).toEqual([1, 2, 3, 4].map((number) => `${host}-${number}`));
  });

  await test.step('by one that is chosen: what is lost is red and wants the name', async () => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin('Shrink now');
    await dialog.getByRole('checkbox').nth(1).check();
    await expect(dialog).toContainText('with all that is on it. This cannot be undone.');
    const remove = dialog.getByRole('button', { name: 'Remove 1 machine' });
    await expect(remove).toBeDisabled();
    await dialog.getByLabel(/^Type /).fill(name);
    await remove.click();
    await endsWell(page);
    expect(await hosts()).toEqual([1, 3, 4].map((number) => `${host}-${number}`));
  });

  await test.step('whole: the environment stays', async () => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin('Remove now');
    await dialog.getByLabel(/^Type /).fill(name);
    await dialog.getByRole('button', { name: 'Remove service' }).click();
    await endsWell(page);
    expect(Object.keys(await deployedServices(member, id))).toEqual([]);
    await visit(page, `/environments/${id}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  });
});
