import { EnvironmentPage } from '../pages/environment-page';
import { HistoryPage } from '../pages/history-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment } from '../support/environments';
import { ownPackage } from '../support/packages';
import { expect, test } from '../support/story';

test('a package in MuranoPL without a form of its own: from the wizard to the graph, compared, rolled back, two versions side by side', async ({
  enterAs,
  uniqueName,
}) => {
  const admin = await apiOf('admin', 'Fabrikam');
  const member = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Pair');
  const pack = ownPackage();
  await admin.upload('/v1/catalog/packages', pack.archive());
  const id = await createEnvironment(member, name);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);
  const run = new RunPage(page);

  await test.step('the wizard asks what the class takes, and how many machines', async () => {
    await page.goto(`/environments/${id}/services/add`);
    await wizard.choose(pack.title);
    await wizard.expectStep('Settings');
    await wizard.question('Service name').fill('pages');
    await expect(wizard.question('Greeting')).toHaveValue('Hello');
    await wizard.question('Greeting').fill('Welcome');
    await wizard.next('Machines');
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(page.getByRole('textbox', { name: 'Number of machines' })).toHaveValue('2');
    await expect(page.getByRole('combobox', { name: 'Image' })).toContainText('Debian 12');
    await wizard.next('Review');
    await expect(page.getByRole('heading', { name: '2 machines will be created' })).toBeVisible();
    await expect(page.getByText('webpair2', { exact: true })).toBeVisible();
    await wizard.addToDraft();
  });

  await test.step('is reviewed, deployed and drawn like every other service', async () => {
    await environment.review();
    await expect(new ReviewPage(page).changes).toContainText('pages');
    await expect(page.getByText('Deploying creates 2 machines.')).toBeVisible();
    await new ReviewPage(page).deploy();
    await run.finished(2);
    await page.getByRole('link', { name: 'Show topology' }).click();
    await page.waitForURL(/\/environments\/[0-9a-f]+(\?|$)/);
    for (const host of ['webpair1', 'webpair2']) {
      await expect(page.getByRole('button', { name: new RegExp(`^${host}, .*Ready`) })).toBeVisible();
    }
  });

  await test.step('a setting is changed on its page, and deployed', async () => {
    const { pages } = await deployedServices(member, id);
    if (!pages) throw new Error('the service is not there');
    await new ServicePage(page).open(id, pages);
    await expect(page.getByRole('main')).toContainText('Welcome');
    await page.getByRole('button', { name: 'Edit' }).click();
    await wizard.question('Greeting').fill('Good day');
    await page.getByRole('button', { name: 'Save' }).click();
    await environment.review();
    await expect(new ReviewPage(page).changes).toContainText(/greeting/i);
    await new ReviewPage(page).deploy();
    await run.finished(2);
  });

  await test.step('two versions are compared, and the first comes back', async () => {
    const history = new HistoryPage(page);
    await environment.open(id, name);
    await environment.show('Deployments');
    await expect(history.entries).toHaveCount(2);
    await history.show('Compare');
    await history.compare('Version 1', 'Deployed now');
    await expect(history.differences).toContainText(/greeting/i);
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await dialog.getByRole('button', { name: 'Make the draft and review it' }).click();
    await new ReviewPage(page).deploy();
    await run.finished(2);
    expect(await deployedServices(member, id)).toMatchObject({ pages: { greeting: 'Welcome' } });
  });

  await test.step('a newer version is for new environments; this one keeps its own', async () => {
    const newer = pack.archive('1.1.0', (text) => text.replace('Default: Hello', 'Default: Servus'));
    await admin.upload('/v1/catalog/packages', newer);
    const other = uniqueName('Newer pair');
    const otherId = await createEnvironment(member, other);
    await page.goto(`/environments/${otherId}/services/add`);
    await wizard.choose(pack.title);
    await expect(wizard.question('Greeting')).toHaveValue('Servus');
    await wizard.question('Service name').fill('pages');
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
    await environment.review();
    await new ReviewPage(page).deploy();
    await run.finished(1);
    const versionIn = async (environmentId: string) =>
      JSON.stringify((await member.ok('GET', `/v1/environments/${environmentId}`)).services).match(
        /WebPair\/([\d.]+)/,
      )?.[1];
    expect([await versionIn(id), await versionIn(otherId)]).toEqual(['1.0.0', '1.1.0']);
  });

  await test.step('an older version is chosen for a new service, where the environment has none yet', async () => {
    const olderId = await createEnvironment(member, uniqueName('Older pair'));
    await page.goto(`/environments/${olderId}/services/add`);
    await wizard.choose(pack.title);
    await wizard.question('Service name').fill('pages');
    await page.getByRole('button', { name: 'Version 1.1.0' }).click();
    await wizard.pick('Version of the package', /^Version 1\.0\.0/);
    await expect(wizard.question('Greeting')).toHaveValue('Hello');
    await expect(wizard.question('Service name')).toHaveValue('pages');
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
    const session = ((await member.ok('GET', `/v1/environments/${olderId}/sessions`)).sessions as { id: string }[])[0];
    const { packages } = await member.ok('GET', `/v1/environments/${olderId}/packages`, undefined, session?.id);
    expect(packages).toMatchObject([{ fully_qualified_name: pack.name, version: '1.0.0', newest: false }]);
    await page.goto(`/environments/${olderId}/services/add`);
    await wizard.choose(pack.title);
    await expect(wizard.question('Greeting')).toHaveValue('Hello');
    await expect(page.getByRole('button', { name: 'Version 1.0.0' })).toHaveCount(0);
  });

  await test.step('the settings of an environment tell of a newer version, and put it into the draft', async () => {
    await environment.open(id, name);
    await environment.show('Settings');
    const row = page.getByRole('listitem').filter({ hasText: pack.title });
    await expect(row).toContainText('Version 1.0.0');
    await expect(row).toContainText('Version 1.1.0 is available');
    await row.getByRole('button', { name: `Change the version of ${pack.title}` }).click();
    const dialog = page.getByRole('dialog', { name: `Change the version of ${pack.title}` });
    await expect(dialog.getByRole('radio', { name: /^Version 1\.1\.0/ })).toBeChecked();
    await expect(dialog).toContainText('With the next deployment pages works with the version you choose.');
    await dialog.getByRole('button', { name: 'Put it into the draft' }).click();
    await expect(row).toContainText('Version 1.1.0 in your draft');
    await environment.review();
    await expect(new ReviewPage(page).changes).toContainText('version 1.1.0 is used instead of 1.0.0');
    await new ReviewPage(page).deploy();
    await run.finished(2);
    expect(await deployedServices(member, id)).toMatchObject({ pages: { greeting: 'Welcome' } });
    const { packages } = await member.ok('GET', `/v1/environments/${id}/packages`);
    expect(packages).toMatchObject([{ fully_qualified_name: pack.name, version: '1.1.0', newest: true }]);
  });
});
