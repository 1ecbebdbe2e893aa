import { readFile } from 'node:fs/promises';
import { EnvironmentPage } from '../pages/environment-page';
import { HistoryPage } from '../pages/history-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { INSPECTED } from '../support/inspected-pages';
import { ownPackage } from '../support/packages';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

const pairOf = (type: string) => ({
  ...{ type, name: 'pages', greeting: 'Welcome', flavor: 'm1.small', osImage: { name: 'debian-12-murano' } },
  ...{ unitNamingPattern: 'authored#', units: [{}, {}] },
});

test('an author uploads a broken package, repairs it, reads its page, tries its form, deploys it and keeps what its action answers', async ({
  enterAs,
  consoleErrors,
  uniqueName,
  inspect,
}) => {
  consoleErrors.allow(/status of 400 .*catalog\/packages/);
  const pack = ownPackage();
  const member = await apiOf('member');
  const page = await enterAs('admin');

  await test.step('what is wrong is told with file and line, and the repaired archive is taken', async () => {
    await visit(page, '/admin/packages');
    await page.getByRole('button', { name: 'Import a package' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a package' });
    const choose = (archive: Uint8Array) =>
      dialog
        .getByLabel('choose an archive')
        .and(page.locator('input'))
        .setInputFiles({ name: 'pair.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
    await choose(pack.archive('1.0.0', (text) => text.replace('$.string().', '$.strin().')));
    await expect(dialog.getByRole('alert')).toContainText(/Classes\/WebPair\.yaml:\d+/);
    await choose(pack.archive());
    await expect(dialog).toBeHidden();
  });

  await test.step('its page has what it makes, its classes, and a form that can be tried', async () => {
    await page.getByRole('link', { name: pack.title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(pack.title);
    await expect(page.getByRole('region', { name: 'Classes and what they extend' })).toContainText(pack.name);
    const { everyLook, done } = inspect(page, INSPECTED.packages);
    await everyLook('a package');
    done();
    await page.getByRole('button', { name: pack.name, exact: true }).click();
    await expect(page.getByRole('region', { name: `Properties: ${pack.name}` })).toContainText('greeting');
    await page.getByRole('button', { name: 'Open the form' }).click();
    const wizard = new Wizard(page);
    await wizard.question('Service name').fill('');
    await page.getByRole('button', { name: 'Check the answers' }).click();
    await expect(page.getByText('These answers are accepted')).toHaveCount(0);
    await wizard.question('Service name').fill('pages');
    await page.getByRole('button', { name: 'Check the answers' }).click();
    await expect(page.getByText('These answers are accepted')).toBeVisible();
  });

  const id = await deployedEnvironment(member, uniqueName('Authored'), [pairOf(pack.name)]);
  const { pages } = await deployedServices(member, id);
  if (!pages) throw new Error('the service is not there');

  await test.step('its action answers, and the answer is kept as a file', async () => {
    const own = await enterAs('member');
    await new ServicePage(own).open(id, pages);
    await new ServicePage(own).begin('Greet');
    const dialog = own.getByRole('dialog', { name: 'Greet: pages' });
    await dialog.getByRole('textbox').first().fill('Ahoy');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(own.getByText('Ahoy from authored1')).toBeVisible({ timeout: RUN_MS });
    const download = own.waitForEvent('download');
    await own.getByRole('button', { name: 'Download the answer' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Ahoy from authored1');
  });
});

test('an administrator offers a package to one tenant; its environment moves to a newer version and back', async ({
  enterAs,
  uniqueName,
}) => {
  const pack = ownPackage();
  const admin = await apiOf('admin');
  const member = await apiOf('member');
  await admin.upload('/v1/catalog/packages?is_public=true', pack.archive());
  const page = await enterAs('admin');

  await test.step('switched off in the installation, on for one tenant', async () => {
    await visit(page, `/admin/packages?q=${encodeURIComponent(pack.title)}`);
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose(`${pack.title} in the installation`, 'Not offered');
    await page.getByText('Exceptions for single tenants: none').click();
    await choose(`${pack.title} in Contoso`, 'Offered');
    const offered = async (tenant: string) =>
      (await (await apiOf('member', tenant)).ok('GET', `/v1/catalog/packages?fqn=${pack.name}`)).packages;
    await expect.poll(() => offered('Contoso')).toMatchObject([{ enabled: true }]);
    expect(await offered('Fabrikam')).toMatchObject([{ enabled: false }]);
  });

  const name = uniqueName('Moved');
  const id = await deployedEnvironment(member, name, [pairOf(pack.name)]);
  await admin.upload(
    '/v1/catalog/packages?is_public=true',
    pack.archive('1.1.0', (text) => text.replace('Default: Hello', 'Default: Servus')),
  );
  const own = await enterAs('member');
  const environment = new EnvironmentPage(own);
  const versionNow = async () => (await member.ok('GET', `/v1/environments/${id}/packages`)).packages;

  await test.step('the newer version is reviewed and deployed', async () => {
    await visit(own, `/environments/${id}/settings`);
    await own.getByRole('button', { name: `Change the version of ${pack.title}` }).click();
    await own.getByRole('dialog').getByRole('button', { name: 'Put it into the draft' }).click();
    await environment.review();
    await expect(new ReviewPage(own).changes).toContainText('version 1.1.0 is used instead of 1.0.0');
    await new ReviewPage(own).deploy();
    await new RunPage(own).finished(2);
    expect(await versionNow()).toMatchObject([{ version: '1.1.0' }]);
  });

  await test.step('and so is the way back', async () => {
    await environment.open(id, name);
    await environment.show('Deployments');
    await new HistoryPage(own).show('Compare');
    await new HistoryPage(own).compare('Version 1', 'Deployed now');
    await own.getByRole('button', { name: 'Go back to version 1' }).click();
    const dialog = own.getByRole('dialog', { name: 'Go back to version 1?' });
    await dialog.getByRole('button', { name: 'Make the draft and review it' }).click();
    await new ReviewPage(own).deploy();
    await new RunPage(own).finished(2);
    expect(await versionNow()).toMatchObject([{ version: '1.0.0' }]);
  });
});

/** The pair of web servers with a word that operators choose, which every page says. */
const configurable = (text: string) =>
  text
    .replace(
      '  # what each machine said',
      "  mark:\n    Contract: $.string().notNull().check($ != 'red', 'Red is for alarms.')\n    Usage: Config\n    Default: plain\n\n  # what each machine said",
    )
    .replace('$this.install($, $this.greeting)', "$this.install($, format('{0} {1}', $this.greeting, $this.mark))");

test('an administrator sets the configuration of a class for one tenant, and the next deployment goes by it', async ({
  enterAs,
  consoleErrors,
  uniqueName,
  inspect,
}) => {
  consoleErrors.allow(/status of 400 .*configuration/);
  const pack = ownPackage();
  const admin = await apiOf('admin');
  await admin.upload('/v1/catalog/packages?is_public=true', pack.archive('1.0.0', configurable));
  const page = await enterAs('admin');

  await test.step('what a contract refuses is told at its field, and what it takes is saved', async () => {
    await visit(page, `/catalog/packages/${pack.name}`);
    const card = page.getByRole('region', { name: 'Class configuration' });
    await card.getByRole('combobox', { name: 'Whose values' }).click();
    await page.getByRole('option', { name: 'Contoso', exact: true }).click();
    await expect(card).toContainText('Left empty: plain, the default.');
    await card.getByLabel('mark').fill('red');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('Red is for alarms.');
    await card.getByLabel('mark').fill('blue');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved: the next run goes by it')).toBeVisible();
    const { everyLook, done } = inspect(page, INSPECTED.packages);
    await everyLook('the configuration of a class');
    done();
  });

  /** What a deployed service says of itself. */
  const textIn = async (tenant: string) => {
    const member = await apiOf('member', tenant);
    const id = await deployedEnvironment(member, uniqueName('Configured'), [pairOf(pack.name)]);
    return JSON.stringify(await member.ok('GET', `/v1/environments/${id}/services`));
  };

  await test.step('its machines say so in the tenant, and what is usual elsewhere', async () => {
    expect(await textIn('Contoso')).toContain('Welcome blue from authored1');
    const own = await enterAs('member');
    await visit(own, `/catalog/packages/${pack.name}`);
    await expect(own.getByRole('region', { name: 'Class configuration' })).toHaveCount(0);
    expect(await textIn('Fabrikam')).toContain('Welcome plain from authored1');
  });
});

test('an administrator puts the categories of the catalog into an order, and finds a package by its tag', async ({
  enterAs,
  inspect,
}) => {
  const pack = ownPackage();
  const category = `Stories ${pack.title.split(' ').at(-1)}`;
  const tag = `tag-${pack.title.split(' ').at(-1)}`;
  const admin = await apiOf('admin');
  await admin.upload(
    '/v1/catalog/packages?is_public=true',
    pack.archive('1.0.0', (text) => text.replace(/^Format: /m, `Tags: [${tag}]\nCategories: [${category}]\nFormat: `)),
  );
  const page = await enterAs('admin');

  await test.step('the last category becomes the first', async () => {
    await visit(page, '/admin/packages');
    await page.getByRole('button', { name: 'Order of categories' }).click();
    const dialog = page.getByRole('dialog', { name: 'Order of categories' });
    const up = dialog.getByRole('button', { name: `Move ${category} up` });
    await expect(up).toBeVisible();
    while (await up.isEnabled()) await up.click();
    await inspect(page, []).everyLook('the order of categories');
    await dialog.getByRole('button', { name: 'Save the order' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the catalog begins with it, and its tag leaves one tile', async () => {
    const own = await enterAs('member');
    await visit(own, '/catalog');
    await expect(own.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(category);
    await own.getByRole('combobox', { name: 'Tag' }).click();
    await own.getByRole('option', { name: tag, exact: true }).click();
    await expect(own.getByRole('status').filter({ hasText: /^1 service$/ })).toBeVisible();
    await expect(own.getByRole('link', { name: pack.title })).toBeVisible();
  });
});
