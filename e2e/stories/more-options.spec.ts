import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('what few want to choose about a workflow stands under “More options”, and counts', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('Options');
  const host = name.slice(-6);
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${host}-#` })]);
  const { shop } = await deployedServices(member, id);
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog');
  const ask = async (workflow: string) => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin(workflow);
    await dialog.getByRole('button', { name: 'More options' }).click();
  };
  const begin = async (confirm: string) => {
    await dialog.getByRole('button', { name: confirm }).click();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
  };

  await test.step('a restart of one machine, with a value of its own for the start', async () => {
    await ask('Restart');
    await expect(dialog.getByRole('checkbox', { name: 'In the order in which they need each other' })).toBeChecked();
    const machines = dialog.getByRole('group', { name: 'Only these machines and instances' });
    await machines.getByRole('checkbox', { name: `${host}-2`, exact: true }).check();
    await dialog.getByLabel('Values for starting').fill('{"path": "/up"}');
    await begin('Restart now');
    const outcome = page.getByRole('table').filter({ hasText: 'What happened' });
    await expect(outcome.getByRole('rowheader')).toHaveText([`${host}-2`]);
  });

  await test.step('a repair that sets up anew at once says so afterwards', async () => {
    await ask('Repair');
    const machines = dialog.getByRole('group', { name: 'Only these machines and instances' });
    await machines.getByRole('checkbox', { name: `${host}-2`, exact: true }).check();
    await dialog.getByRole('checkbox', { name: 'Set up anew without repairing' }).check();
    await begin('Repair now');
    await expect(page.getByRole('heading', { name: 'What the repair came to: shop' })).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText([`${host}-2`, `${host}-1`]);
  });
});
