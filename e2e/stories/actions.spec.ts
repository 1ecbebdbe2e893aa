import type { Page } from '@playwright/test';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { ownPackage } from '../support/packages';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** An action that goes on until somebody stops it. */
const LINGER = `  linger:
    Usage: Action
    Meta:
      - meta:Title:
          text: Linger
    Body:
      - sleep(600)

`;

test('an action of a package that was imported in the browser: started with an argument, watched, its answer read, stopped', async ({
  enterAs,
  uniqueName,
}) => {
  const pack = ownPackage();
  const archive = pack.archive('1.0.0', (text) =>
    text.replace('  # refuses whatever it is asked\n', `${LINGER}  # refuses whatever it is asked\n`),
  );
  const member = await apiOf('member');

  await test.step('who administers the installation imports the package', async () => {
    const page = await enterAs('admin');
    await visit(page, '/admin/packages');
    await page.getByRole('button', { name: 'Import a package' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a package' });
    await dialog
      .getByLabel('choose an archive')
      .and(page.locator('input'))
      .setInputFiles({ name: 'pair.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
    await expect(dialog).toBeHidden();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: pack.title }) });
    await card.getByText('1 version', { exact: true }).click();
    await expect(card).toContainText('No environment works with it.');
    await expect(card.getByRole('link', { name: `Download ${pack.title} 1.0.0` })).toBeVisible();
  });

  const id = await deployedEnvironment(member, uniqueName('Greeted'), [
    {
      type: pack.name,
      name: 'pages',
      greeting: 'Welcome',
      flavor: 'm1.small',
      osImage: { name: 'debian-12-murano' },
      unitNamingPattern: 'greeted#',
      units: [{}, {}],
    },
  ]);
  const { pages } = await deployedServices(member, id);
  if (!pages) throw new Error('the service is not there');
  const versionNow = async () => (await member.ok('GET', `/v1/environments/${id}`)).version;
  const page = await enterAs('member');
  const service = new ServicePage(page);

  await test.step('it is offered on the page of the service, asks what it takes, and tells what it answered', async () => {
    await service.open(id, pages);
    await greet(page, 'Ahoy');
    await expect(page.getByText('Ahoy from greeted1')).toBeVisible({ timeout: RUN_MS });
    await expect(page.getByText('It changed nothing of what is deployed.')).toBeVisible();
    expect(await versionNow()).toBe(1);
  });

  await test.step('where it changes what is deployed, it makes a version', async () => {
    await service.open(id, pages);
    await greet(page, 'Moin', true);
    await expect(page.getByText('It changed the environment: this is version 2 now.')).toBeVisible({
      timeout: RUN_MS,
    });
    expect(await versionNow()).toBe(2);
  });

  await test.step('one that goes on is stopped, as an action, and leads back to where it is offered', async () => {
    await service.open(id, pages);
    await new ServicePage(page).begin('Linger');
    await page.getByRole('dialog', { name: 'Linger: pages' }).getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop this action?' });
    await expect(dialog).toContainText('You can start it again later.');
    await dialog.getByRole('button', { name: 'Stop action' }).click();
    await expect(page.getByText('This action was stopped')).toBeVisible({ timeout: RUN_MS });
    await expect(page.getByRole('button', { name: 'Deploy again' })).toHaveCount(0);
    expect(await member.ok('GET', `/v1/environments/${id}`)).toMatchObject({ status: 'ready', version: 2 });
    await page.getByRole('link', { name: 'Open its service' }).click();
    await expect(page.getByRole('region', { name: 'What can be done now' })).toBeVisible();
  });

  await test.step('one that refuses says so in its own words', async () => {
    await new ServicePage(page).begin('refuse');
    const dialog = page.getByRole('dialog', { name: 'refuse: pages' });
    await dialog.getByRole('textbox', { name: 'reason' }).fill('not today');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(new RunPage(page).problem).toContainText('not today', { timeout: RUN_MS });
    await expect(new RunPage(page).problem).toContainText('start it again on the page of its service');
  });

  await test.step('a reader is offered nothing that cannot be begun', async () => {
    const reader = await enterAs('reader');
    await new ServicePage(reader).open(id, pages);
    await expect(reader.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Greet', exact: true })).toHaveCount(0);
  });
});

/** Starts the action that writes the pages anew. */
async function greet(page: Page, greeting: string, keep = false): Promise<void> {
  await new ServicePage(page).begin('Greet');
  const dialog = page.getByRole('dialog', { name: 'Greet: pages' });
  await dialog.getByRole('textbox', { name: 'greeting' }).fill(greeting);
  if (keep) await dialog.getByRole('checkbox', { name: 'keep' }).check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/deployments\/[0-9a-f]+$/);
}
