import { AdministrationPage } from '../pages/administration-page';
import { SignInPage } from '../pages/sign-in-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('an administrator sees what is wrong right now, switches a package off and reads the audit log', async ({
  enterAs,
  browser,
  consoleErrors,
  uniqueName,
  uniqueDomain,
}) => {
  test.slow();
  const page = await enterAs('admin');
  const administration = new AdministrationPage(page);
  const broken = uniqueName('Broken');
  const tenant = uniqueName('Northwind');
  const user = `nina.${tenant.slice(-6)}`;
  let password = '';

  await test.step('what failed in another tenant comes up by itself, with its reason', async () => {
    await visit(page, '/');
    await administration.open();
    const words = 'The disk of the host is full.';
    const target = 'adminpane1/Install-RolePrimaryDomainController';
    await injectFault({ kind: 'command', target, message: words, times: 1 }, 'Fabrikam');
    const api = await apiOf('member', 'Fabrikam');
    const id = await createEnvironment(api, broken);
    const session = await draft(api, id, [activeDirectory(uniqueDomain, { unitNamingPattern: 'adminpane1' })]);
    await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
    const line = administration.environments.filter({ hasText: broken });
    await expect(line).toContainText('Failed', { timeout: RUN_MS });
    await expect(line).toContainText('Fabrikam');
    await expect(line).toContainText('adminpane1');
  });

  await test.step('every number shows its environments, and the address keeps that', async () => {
    await administration.number('Failed').click();
    await expect(page).toHaveURL(/attention=failed/);
    await page.getByRole('searchbox', { name: 'Search environments' }).fill(broken);
    await expect(administration.environments).toHaveCount(1);
    await page.reload();
    await expect(administration.environments).toHaveCount(1);
    await expect(administration.number('Failed')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a line leads to the run, into its own tenant', async () => {
    await page.getByRole('link', { name: broken }).click();
    await expect(page).toHaveURL(/\/deployments\//);
    await expect(page.getByText('The disk of the host is full.').first()).toBeVisible();
  });

  await test.step('a tenant with a quota of its own, and somebody who works in it', async () => {
    await administration.open();
    await administration.show('Tenants');
    await page.getByRole('button', { name: 'Create tenant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(tenant);
    await dialog.getByRole('button', { name: 'Create tenant' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tenant }) });
    await card.getByRole('button', { name: `More for ${tenant}` }).click();
    await page.getByRole('menuitem', { name: 'Change quota' }).click();
    await dialog.getByLabel('Machines').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('0 of 3');

    await administration.show('Users');
    await page.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByLabel('User name').fill(user);
    await dialog.getByLabel('Name', { exact: true }).fill('Nina North');
    await administration.choose(`Role in ${tenant}`, 'Member');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const passwordDialog = page.getByRole('dialog', { name: 'Password of Nina North' });
    await expect(passwordDialog).toBeVisible();
    password = ((await passwordDialog.locator('code').textContent()) ?? '').trim();
    expect(password.length).toBeGreaterThan(15);
    await passwordDialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.locator('body')).not.toContainText(password);
  });

  await test.step('a package is switched off for that tenant, and is no longer offered there', async () => {
    await administration.show('Packages');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Web Server', exact: true }) });
    await card.getByRole('button', { name: /Exceptions for single tenants/ }).click();
    await administration.choose(`Web Server in ${tenant}`, 'Not offered');
    await expect(page.getByText('Web Server saved')).toBeVisible();

    const context = await browser.newContext({ baseURL: process.env.VETRO_URL });
    consoleErrors.watch(context);
    const hers = await context.newPage();
    const signIn = new SignInPage(hers);
    await signIn.open();
    await signIn.name.fill(user);
    await signIn.password.fill(password);
    await signIn.submit.click();
    await expect(hers.getByRole('heading', { level: 1 })).toContainText('Nina');
    await expect(hers.getByRole('link', { name: 'Administration' })).toHaveCount(0);
    await hers.goto('/catalog');
    await expect(hers.getByRole('link', { name: /^Active Directory/ })).toBeVisible();
    await expect(hers.getByRole('link', { name: /^Web Server\b(?! Farm)/ })).toHaveCount(0);
    consoleErrors.allow(/status of 403/);
    await hers.goto('/admin');
    await expect(hers.getByRole('heading', { name: 'This is for administrators' })).toBeVisible();
    await context.close();
  });

  await test.step('the audit log tells who switched it, and is taken away as CSV', async () => {
    await administration.show('Audit log');
    await administration.choose('What', 'Switched a package');
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill(tenant);
    await expect(page).toHaveURL(/action=package\.switch/);
    await expect(administration.entries).toHaveCount(1);
    await expect(administration.entries).toContainText('Ada Admin');
    await expect(administration.entries).toContainText(tenant);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^vetro-audit-.*\.csv$/);
  });
});
