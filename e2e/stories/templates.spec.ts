import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CredentialsDialog } from '../pages/credentials-dialog';
import { EnvironmentsPage, environmentIdOf } from '../pages/environments-page';
import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { SitePage } from '../pages/site-page';
import { TemplateShelf } from '../pages/template-shelf';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { activeDirectory, PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test.describe.configure({ mode: 'parallel' });

/** Counts what a person clicks, over all pages of a tab. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      (event) => {
        // a key that presses a button is no click of a pointer
        if (!event.isTrusted || event.detail === 0) return;
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
      },
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));
}

/**
 * Presses a template's tile, names the environment, deploys, keeps the passwords, and watches until all is green.
 *
 * @returns the environment's id
 */
async function deployTemplate(
  page: Page,
  what: { template: string; name: string; passwords: RegExp[]; machines: number; clicks: () => Promise<number> },
): Promise<string> {
  const { template, name, passwords, machines } = what;
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: template }) });
  await expect(tile).toContainText(`${machines} machines`);
  await expect(tile).toContainText('Fits your quota');
  await new TemplateShelf(page).deploy(template, name);
  const credentials = new CredentialsDialog(page, name);
  await expect(credentials.dialog).toContainText('Keep these passwords');
  expect(await what.clicks()).toBeLessThanOrEqual(3);

  await test.step('the passwords do not get lost by accident', async () => {
    await page.keyboard.press('Escape');
    await expect(credentials.dialog).toContainText('You have neither copied nor downloaded them');
    const file = await credentials.download();
    for (const line of passwords) expect(file).toMatch(line);
    expect(file.match(/^\w{4}(-\w{4}){4}$/gm)).toHaveLength(passwords.length);
    await credentials.goOn('Watch the deployment');
  });
  await new RunPage(page).finished(machines);
  return environmentIdOf(page);
}

/** The same, from the list of environments, with the clicks counted from there. */
async function deployFromList(page: Page, what: Omit<Parameters<typeof deployTemplate>[1], 'clicks'>): Promise<string> {
  const clicks = await countClicks(page);
  await new EnvironmentsPage(page).open();
  await new TemplateShelf(page).openFromMenu();
  return deployTemplate(page, { ...what, clicks });
}

test('a small office: three clicks from sign-in to a deploying environment', { tag: '@keyboard' }, async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member', 'Fabrikam');
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const name = uniqueName('Small office');
  const clicks = await countClicks(page);
  await new TemplateShelf(page).open();
  const id = await deployTemplate(page, {
    ...{ template: 'Small office domain', name, machines: 3, clicks },
    passwords: [/Administrator password of .*\.internal/, /Recovery password of /, /Administrator password of web/],
  });
  const { environments } = await member.ok('GET', '/v1/environments');
  const made = (environments as { id: string; name: string; status: string }[]).find((one) => one.name === name);
  expect(made).toMatchObject({ id, status: 'ready' });
});

test('a web farm in three tiers: three clicks from the list of environments, and it serves its application', async ({
  enterAs,
  uniqueName,
}) => {
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const id = await deployFromList(page, {
    ...{ template: 'Three-tier web farm', name: uniqueName('Web shop'), machines: 5 },
    passwords: [
      ...[/Administrator password of .*\.internal/, /Recovery password of /],
      ...[/Administrator password of sql/, /Administrator password of shop/],
    ],
  });
  const { shop } = await deployedServices(await apiOf('member', 'Fabrikam'), id);
  if (!shop) throw new Error('the farm is not there');
  const service = new ServicePage(page);
  await service.open(id, shop);
  await new SitePage(await service.follow(String(shop.uri))).expectInTurn(['app1', 'app2', 'app3']);
});

test('highly available SQL: three clicks from the list of environments, and its listener answers', async ({
  enterAs,
  uniqueName,
}) => {
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const id = await deployFromList(page, {
    ...{ template: 'Highly available SQL', name: uniqueName('Ledgers'), machines: 5 },
    passwords: [
      ...[/Administrator password of .*\.internal/, /Recovery password of /],
      ...[/Administrator password of sql-cluster/, /Password of SQL Server's account of sql-cluster/],
    ],
  });
  const { 'sql-cluster': cluster } = await deployedServices(await apiOf('member', 'Fabrikam'), id);
  if (!cluster) throw new Error('the cluster is not there');
  const service = new ServicePage(page);
  await service.open(id, cluster);
  const replicas = 'sqlnode1 (primary), sqlnode2 (synchronous), sqlnode3 (asynchronous)';
  await expect(service.main.getByText(replicas).first()).toBeVisible();
  const server = await service.follow(String(cluster.uri));
  await expect(server.getByRole('region', { name: 'Availability group' })).toContainText('Listener sql at ');
});

test('save as template, clone, export, import give the same environment', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Original');
  const id = await deployedEnvironment(member, name, [
    activeDirectory(uniqueDomain, { unitNamingPattern: 'odc#' }),
    webServer({ name: 'portal', domain: uniqueDomain, unitNamingPattern: 'oweb#' }),
  ]);
  const original = (await member.ok('GET', `/v1/environments/${id}/export`)).services;
  const page = await enterAs('member', { tenant: 'Fabrikam' });

  /** The services of the environment whose draft the page shows, as a file would hold them. */
  async function draftShown(): Promise<unknown> {
    await expect(page).toHaveURL(/\/review$/);
    const at = `/v1/environments/${environmentIdOf(page)}`;
    const { sessions } = await member.ok('GET', `${at}/sessions`);
    const [session] = sessions as { id: string }[];
    return (await member.ok('GET', `${at}/export`, undefined, session?.id)).services;
  }
  async function choose(action: string): Promise<void> {
    await visit(page, `/environments/${id}`);
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  await test.step('a clone', async () => {
    const copy = uniqueName('Clone');
    await choose('Clone');
    const dialog = page.getByRole('dialog', { name: `Clone ${name}` });
    await dialog.getByLabel('Name of the new environment').fill(copy);
    await dialog.getByRole('button', { name: 'Clone', exact: true }).click();
    const credentials = new CredentialsDialog(page, copy);
    expect(await credentials.download()).toContain(`Administrator password of ${uniqueDomain}`);
    await credentials.goOn('Look at the draft');
    expect(await draftShown()).toEqual(original);
  });

  let file = '';
  await test.step('a file, without a password in it', async () => {
    const coming = page.waitForEvent('download');
    await choose('Export as file');
    file = await (await coming).path();
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(PASSWORD);
    expect(JSON.parse(text)).toMatchObject({ name, services: original });
  });

  await test.step('an import of it, with passwords typed', async () => {
    const imported = uniqueName('Import');
    await visit(page, '/environments');
    await page.getByRole('button', { name: 'Import a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import an environment' });
    const bad = JSON.parse(await readFile(file, 'utf8'));
    bad.services[1].colour = 'red';
    await dialog.getByLabel('choose a file').setInputFiles({
      name: 'bad.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(bad)),
    });
    await expect(dialog.getByText('services.1.colour')).toBeVisible();
    await dialog.getByLabel('choose a file').setInputFiles(file);
    await dialog.getByLabel('Name of the environment').fill(imported);
    await dialog.getByRole('radio', { name: 'Enter them' }).click();
    const fields = await dialog.getByRole('textbox', { name: / password of / }).all();
    // each a password of its own, as the original has them: equal ones would be told to stay equal
    for (const [at, field] of fields.entries()) await field.fill(`${PASSWORD}-${at}`);
    await dialog.getByRole('button', { name: 'Import as draft' }).click();
    await expect(page).toHaveURL(/\/review$/);
    expect(await draftShown()).toEqual(original);
  });

  await test.step('a template, found on the home page and deleted again', async () => {
    const template = uniqueName('Template');
    await choose('Save as template');
    const dialog = page.getByRole('dialog', { name: `Save ${name} as a template` });
    await dialog.getByLabel('Name of the template').fill(template);
    await dialog.getByRole('button', { name: 'Save as template' }).click();
    await expect(page.getByText(`Saved as the template “${template}”`)).toBeVisible();

    const { templates } = await member.ok('GET', '/v1/templates');
    const saved = (templates as { id: string; name: string }[]).find((one) => one.name === template);
    const body = { name: uniqueName('From template'), deploy: false };
    const made = await member.ok('POST', `/v1/templates/${saved?.id}/environments`, body);
    const { id: madeId } = made.environment as { id: string };
    const again = await member.ok('GET', `/v1/environments/${madeId}/export`, undefined, String(made.session_id));
    expect(again.services).toEqual(original);

    await visit(page, '/templates');
    await page.getByRole('button', { name: `More for ${template}` }).click();
    await page.getByRole('menuitem', { name: 'Delete template' }).click();
    await page.getByRole('button', { name: 'Delete template' }).click();
    await expect(page.getByRole('heading', { name: template })).toBeHidden();
  });
});
