import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { ownPortal } from '../support/packages';
import { PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('what an installation left half done is taken back and installed; parts are installed anew, read, and get new agents', async ({
  enterAs,
  uniqueName,
}) => {
  const admin = await apiOf('admin', 'Fabrikam');
  const member = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Parts');
  const stem = `p${name.slice(-6)}`;
  const portal = ownPortal();
  await admin.upload('/v1/catalog/packages', portal.archive());
  const id = await createEnvironment(member, name);
  const session = await draft(member, id, [
    {
      ...{ type: portal.name, name: 'portal', adminPassword: PASSWORD, flavor: 'm1.small' },
      osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
      unitNamingPattern: `${stem}#`,
      units: [{ node: 'db_host' }, { node: 'web_host' }],
    },
  ]);
  const mend = await injectFault({ kind: 'command', target: `${stem}2`, message: 'It hangs.' }, 'Fabrikam');
  await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await expect
    .poll(async () => (await member.ok('GET', `/v1/environments/${id}`)).status, { timeout: RUN_MS })
    .toBe('failed');
  await mend();
  const { portal: service } = await deployedServices(member, id);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('menu');
  const opened = async (workflow: string) => {
    await visit(page, `/environments/${id}/services/${service?.id}`);
    await new ServicePage(page).begin(workflow);
    await expect(dialog.getByRole('heading', { name: `${workflow}: portal` })).toBeVisible();
    await expect(dialog.getByText('What happens')).toBeVisible();
  };
  const done = async (confirm: string) => {
    await dialog.getByRole('button', { name: confirm }).click();
    await page.waitForURL('**/deployments/**');
    await expect(main.getByText('Successful', { exact: true }).first()).toBeVisible({ timeout: RUN_MS });
  };

  await test.step('what is half done is taken back: one part on one machine, nothing else', async () => {
    await opened('Take back what is half done');
    await expect(dialog).toContainText(`${stem}2`);
    await done('Take back now');
    await expect(main.getByRole('heading', { name: /Take back what is half done/ }).first()).toBeVisible();
  });

  await test.step('then it is missing, and installed; taking back is offered no more', async () => {
    await opened('Install what is missing');
    await expect(dialog).toContainText('Portal');
    await done('Install now');
    await expect(main).toContainText('Portal');
    await visit(page, `/environments/${id}/services/${service?.id}`);
    await main.getByRole('button', { name: 'More', exact: true }).click();
    await expect(menu.getByRole('menuitem', { name: /^Install anew/ })).toBeVisible();
    await expect(
      menu.getByRole('menuitem', { name: /^(Install what is missing|Take back what is half done)/ }),
    ).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  for (const [workflow, confirm, expected] of [
    ['Install anew', 'Install anew now', 'Portal'],
    ['Read the current values', 'Read now', 'Portal'],
    ['Renew agents', 'Renew now', 'Web machine'],
  ] as const) {
    await test.step(`${workflow}: the plan names the parts, and the run's page what was done`, async () => {
      await opened(workflow);
      await expect(dialog).toContainText(expected);
      await done(confirm);
      await expect(main.getByRole('heading', { name: new RegExp(workflow) }).first()).toBeVisible();
      await expect(main).toContainText(`${stem}2`);
    });
  }
});
