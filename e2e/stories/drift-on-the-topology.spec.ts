import { EnvironmentPage } from '../pages/environment-page';
import { FaultsPage } from '../pages/faults-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('what was changed by hand on one machine is found, read in the drawing with its age, and put back', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('Drifted');
  const stem = `dr${name.slice(-6)}-`;
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${stem}#` })]);
  const { shop } = await deployedServices(member, id);
  const faults = new FaultsPage(await enterAs('admin'));
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog');
  const environment = new EnvironmentPage(page);
  /** in the drawing, whose name says what its badge does */
  const machine = (number: number) => page.getByRole('button', { name: new RegExp(`^${stem}${number}, `) });
  const details = async (number: number) => {
    await environment.open(id, name);
    await machine(number).click();
    await expect(dialog.getByRole('heading', { name: `${stem}${number}` })).toBeVisible();
  };
  const row = (label: string) => dialog.getByRole('term').filter({ hasText: label }).locator('+ dd');
  const run = async (workflow: string, confirm: string) => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin(workflow);
    await dialog.getByRole('button', { name: confirm }).click();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
  };

  await test.step('before anybody has looked, nothing is said of it', async () => {
    await details(1);
    await expect(dialog).not.toContainText('Last look for changes');
  });

  await test.step('a change by hand is found by a look, and by nothing before', async () => {
    await faults.open();
    await faults.makeFail({ what: 'Settings are changed by hand', environment: name, machine: `${stem}1` });
    await environment.open(id, name);
    await expect(machine(1)).not.toHaveAccessibleName(/Changed by hand/);
    await run('Check', 'Check now');
  });

  await test.step('the drawing names the machine, and its details what differs and how old that is', async () => {
    await environment.open(id, name);
    await expect(machine(1)).toHaveAccessibleName(/Changed by hand/);
    await expect(machine(2)).not.toHaveAccessibleName(/Changed by hand/);
    await details(1);
    await expect(dialog.getByText(/^Changed by hand: ./)).toBeVisible();
    await expect(row('Last look for changes')).toHaveText(/^\d+ differences? · \S/);
    await details(2);
    await expect(row('Last look for changes')).toHaveText(/^as the service says · \S/);
    await environment.open(id, name);
    await environment.showAsList();
    await expect(environment.machine(`${stem}1`)).toContainText('Changed by hand');
  });

  await test.step('put back, the sign is gone', async () => {
    await run('Restore settings', 'Restore now');
    await environment.open(id, name);
    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    await expect(machine(1)).toBeVisible();
    await expect(machine(1)).not.toHaveAccessibleName(/Changed by hand/);
    await details(1);
    await expect(dialog.getByText(/^Changed by hand/)).toHaveCount(0);
    await expect(row('Last look for changes')).toHaveText(/^as the service says · \S/);
  });
});
