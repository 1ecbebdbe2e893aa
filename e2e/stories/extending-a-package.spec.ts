import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { ownFileServer } from '../support/packages';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('a package that extends another is uploaded, switched on, taken up, used, switched off and given up', async ({
  enterAs,
  uniqueName,
  inspect,
}) => {
  const { server, quota, type } = ownFileServer();
  const member = await apiOf('member');
  await (await apiOf('admin')).upload('/v1/catalog/packages?is_public=true', server.archive());
  const name = uniqueName('Extended');
  const id = await deployedEnvironment(member, name, [
    {
      ...{ type, name: 'files', share: 'plans', adminPassword: 'Passw0rd!one', flavor: 'm1.small', units: [{}] },
      ...{ osImage: { name: 'ws-2022-std' }, unitNamingPattern: `x-${name.slice(-6)}#` },
    },
  ]);
  const { files } = await deployedServices(member, id);
  if (!files) throw new Error('the service is not there');
  const page = await enterAs('admin');
  const own = await enterAs('member');
  const inAdministration = async (option: string) => {
    await visit(page, `/admin/packages?q=${encodeURIComponent(quota.name)}`);
    await page.getByRole('combobox', { name: `${quota.title} in the installation`, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await expect(page.getByText(`${quota.title} saved`)).toBeVisible();
  };

  await test.step('an administrator uploads it and switches it on', async () => {
    await visit(page, '/admin/packages');
    await page.getByRole('button', { name: 'Import a package' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a package' });
    await dialog
      .getByLabel('choose an archive')
      .and(page.locator('input'))
      .setInputFiles({ name: 'quota.zip', mimeType: 'application/zip', buffer: Buffer.from(quota.archive()) });
    await expect(dialog).toBeHidden();
    await visit(page, `/catalog/packages/${quota.name}`);
    await expect(page.getByRole('main')).toContainText(`It extends ${server.name}`);
    await expect(page.getByRole('main')).toContainText('An administrator has not switched it on.');
    await page.getByRole('link', { name: 'Switch it on or off' }).click();
    await expect(page.getByText(`Extends ${server.name}`)).toBeVisible();
    await inAdministration('Offered');
  });

  await test.step('the draft of an environment has what it adds, and says so', async () => {
    await visit(own, `/environments/${id}/settings`);
    await own.getByRole('button', { name: `Take up ${quota.title}` }).click();
    await expect(own.getByRole('button', { name: `Give up ${quota.title}` })).toBeVisible();
    // looked at with the message over it
    await expect(own.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await inspect(own, []).everyLook('an extension of an environment');
    await new EnvironmentPage(own).review();
    const { changes } = new ReviewPage(own);
    await expect(changes).toContainText(`extended by ${quota.name} 1.0.0`);
    await expect(changes).toContainText(/quota in GB/i);
    await new ReviewPage(own).deploy();
    await new RunPage(own).finished(1);
  });

  await test.step('its property is on the service, and its operation runs', async () => {
    await new ServicePage(own).open(id, files);
    await expect(own.getByRole('main')).toContainText('Quota in GB');
    await new ServicePage(own).begin('Show the quota');
    await own.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
    await expect(own.getByText('10 GB').first()).toBeVisible({ timeout: RUN_MS });
  });

  await test.step('switched off it works on until it is given up', async () => {
    await inAdministration('Not offered');
    await visit(own, `/environments/${id}/settings`);
    await expect(own.getByText('Switched off by an administrator')).toBeVisible();
    await own.getByRole('button', { name: `Give up ${quota.title}` }).click();
    await new EnvironmentPage(own).review();
    await expect(new ReviewPage(own).changes).toContainText(`no longer extended by ${quota.name}`);
    await new ReviewPage(own).deploy();
    await new RunPage(own).finished(1);
    expect(await member.ok('GET', `/v1/environments/${id}/packages`)).toMatchObject({ extensions: [] });
  });
});
