import { FaultsPage } from '../pages/faults-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('what a package offers is run with its answers, and settings changed by hand are found and put back', {
  tag: '@keyboard',
}, async ({ enterAs, consoleErrors, uniqueName }) => {
  consoleErrors.allow(/status of 400/);
  const member = await apiOf('member');
  const name = uniqueName('Care');
  const host = `care-${name.slice(-6)}`;
  const id = await deployedEnvironment(member, name, [webServer({ name: 'shop', unitNamingPattern: host })]);
  const { shop } = await deployedServices(member, id);
  const at = `/environments/${id}/services/${shop?.id}`;
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog');
  const endsWell = () =>
    expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({ timeout: RUN_MS });

  await test.step('an operation asks for what it needs, and refuses what it cannot take', async () => {
    await visit(page, at);
    await new ServicePage(page).begin('Clear old logs');
    const days = dialog.getByLabel('Older than (days)');
    await expect(days).toHaveValue('30');
    await days.fill('0');
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await expect(days).toHaveAttribute('aria-invalid', 'true');
    await days.fill('7');
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL('**/deployments/**');
    await endsWell();
    await expect(page.getByRole('heading', { name: /Clear old logs/ }).first()).toBeVisible();
  });

  await test.step('what somebody changed by hand is found, and set as the service says', async () => {
    const faults = new FaultsPage(await enterAs('admin'));
    await faults.open();
    await faults.makeFail({ what: 'Settings are changed by hand', environment: name, machine: host });
    for (const [workflow, confirm] of [
      ['Check', 'Check now'],
      ['Restore settings', 'Restore now'],
    ] as const) {
      await visit(page, at);
      await new ServicePage(page).begin(workflow);
      await dialog.getByRole('button', { name: confirm }).click();
      await page.waitForURL('**/deployments/**');
      await endsWell();
    }
  });
});
