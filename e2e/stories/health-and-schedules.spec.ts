import { FaultsPage } from '../pages/faults-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** A machine that dies is red within this, without anybody pressing anything. */
const WITHIN_A_MINUTE = 60_000;

test('a machine dies and turns red by itself, is repaired from where that is said, and next time repairs itself', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('Health');
  const host = `hl-${name.slice(-6)}`;
  const id = await deployedEnvironment(member, name, [webServer({ name: 'shop', unitNamingPattern: host })]);
  const { shop } = await deployedServices(member, id);
  const at = `/environments/${id}/services/${shop?.id}`;
  const faults = new FaultsPage(await enterAs('admin'));
  const page = await enterAs('member');
  const said = page.getByText(`Does not work: ${host} is switched off.`);

  await test.step('it turns red while somebody looks, and on the home page', async () => {
    await visit(page, at);
    await expect(page.getByText(host, { exact: true }).first()).toBeVisible();
    await faults.open();
    await faults.makeFail({ what: 'The machine goes off', environment: name, machine: host, strikesAtOnce: true });
    await expect(said).toBeVisible({ timeout: WITHIN_A_MINUTE });
    await visit(page, '/');
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
    await visit(page, at);
  });

  await test.step('Repair, pressed where it is said, switches it on', async () => {
    const bar = page.getByRole('region', { name: 'What can be done now' });
    await expect(bar.getByRole('button', { name: 'Repair', exact: true })).toBeVisible();
    await new ServicePage(page).begin('Repair');
    await page.getByRole('dialog').getByRole('button', { name: 'Repair now' }).click();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
    await visit(page, at);
    await expect(page.getByRole('main').getByText('Ready', { exact: true }).first()).toBeVisible();
    await expect(said).toHaveCount(0);
  });

  await test.step('with self-healing it is green again by itself, and the run says why it began', async () => {
    await visit(page, `/environments/${id}/settings`);
    await page.getByRole('checkbox', { name: 'Repair by itself' }).check();
    await page.locator('#health').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The settings are saved')).toBeVisible();
    await faults.open();
    await faults.makeFail({ what: 'The machine goes off', environment: name, machine: host, strikesAtOnce: true });
    await expect(page.locator('#health').getByText('A repair began by itself')).toBeVisible({
      timeout: WITHIN_A_MINUTE,
    });
    await page.locator('#health').getByRole('link', { name: 'Show the run' }).click();
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
    await visit(page, at);
    await expect(page.getByRole('main').getByText('Ready', { exact: true }).first()).toBeVisible();
  });
});

test('a schedule is picked without cron, and starts by itself when its time comes', async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('Evening');
  const host = `ev-${name.slice(-6)}`;
  const id = await deployedEnvironment(member, name, [webServer({ name: 'shop', unitNamingPattern: host })]);
  const page = await enterAs('member');
  await visit(page, `/environments/${id}/settings`);
  await page.getByRole('button', { name: 'New schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Evening stop');
  await dialog.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'Every day' }).click();
  // far enough away to be stored before it comes
  const soon = new Date(Date.now() + 75_000);
  await dialog.getByLabel('Time zone').fill('UTC');
  await dialog.getByLabel('At', { exact: true }).fill(soon.toISOString().slice(11, 16));
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText(`Every day at ${soon.toISOString().slice(11, 16)}`)).toBeVisible();
  await expect(page.getByText('It has not run yet')).toBeVisible();
  await page.getByRole('link', { name: 'Show the run' }).click({ timeout: 120_000 });
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
});
