import type { Page } from '@playwright/test';
import { EnvironmentPage } from '../pages/environment-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** Presses the button of a plan, once it says what it should, and waits on the page of its run for a good end. */
async function carryOut(page: Page, what: string, plan: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: plan });
  await dialog.getByRole('button', { name: `${what} now` }).click();
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
}

test('a machine is stopped on the graph, rests wherever it is shown, and is started from the palette; two are restarted', async ({
  enterAs,
  inspect,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('At rest');
  const host = name.slice(-6);
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 3, { unitNamingPattern: `${host}-#` })]);
  const { shop } = await deployedServices(member, id);
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const machine = (number: number) => page.getByRole('button', { name: new RegExp(`^${host}-${number}, `) });
  const inspection = inspect(page, []);

  await test.step('stopped on the graph, with its plan first', async () => {
    await environment.open(id, name);
    await machine(1).click();
    await page.getByRole('button', { name: 'Start, stop, repair' }).click();
    await expect(page.getByRole('menuitem', { name: /^Start/ })).toContainText('It runs already.');
    await inspection.opened('menu of a machine');
    await page.getByRole('menuitem', { name: /^Stop/ }).click();
    await expect(page.getByRole('dialog').filter({ hasText: 'What happens' })).toContainText(`${host}-1 is stopped`);
    await inspection.opened('plan of a stop');
    await carryOut(page, 'Stop', `${host}-1 is stopped`);
  });

  await test.step('it rests wherever it is shown, and nothing is red', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'It is stopped.' })).toBeVisible();
    await environment.open(id, name);
    await expect(machine(1)).toHaveAccessibleName(/Stopped\./);
    await expect(page.getByRole('button', { name: /^Stopped/ })).toContainText('1');
    await environment.showAsList();
    await expect(environment.machine(`${host}-1`)).toContainText('Stopped');
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await expect(page.getByText('Stopped', { exact: true })).toHaveCount(1);
    await visit(page, `/environments?search=${encodeURIComponent(name)}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByText('2 up, 1 stopped')).toBeVisible();
    await expect(row.getByText('Failed', { exact: true })).toHaveCount(0);
  });

  await test.step('it is started from the palette', async () => {
    await environment.open(id, name);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to or do' }).fill(`start ${host}-1`);
    await page.getByRole('option', { name: `Start ${host}-1`, exact: true }).click();
    await carryOut(page, 'Start', `${host}-1 is started`);
  });

  await test.step('two are selected and restarted together; the third stays as it is', async () => {
    await environment.open(id, name);
    await machine(1).click({ modifiers: ['ControlOrMeta'] });
    await machine(2).click({ modifiers: ['ControlOrMeta'] });
    const selected = page.getByRole('region', { name: 'Selected' });
    await expect(selected).toContainText('2 selected');
    await selected.getByRole('button', { name: 'Start, stop, repair' }).click();
    await page.getByRole('menuitem', { name: /^Restart/ }).click();
    await carryOut(page, 'Restart', `${host}-1 and ${host}-2 are stopped and started`);
    await expect(page.getByRole('main')).toContainText('It runs again.');
  });

  await test.step('all of them from the menu of the environment', async () => {
    await environment.open(id, name);
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Start, stop, repair' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await carryOut(page, 'Check', 'are checked');
  });
});
