import { EnvironmentPage } from '../pages/environment-page';
import { HistoryPage } from '../pages/history-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { type Api, apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { activeDirectory, RECOVERY_PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** Deploys a change of what is deployed. */
async function change(api: Api, id: string, edit: (session: string) => Promise<unknown>): Promise<void> {
  const at = `/v1/environments/${id}`;
  const session = String((await api.ok('POST', `${at}/configure`)).id);
  await edit(session);
  await api.ok('POST', `${at}/sessions/${session}/deploy`);
  await expect.poll(async () => (await api.ok('GET', at)).status, { timeout: RUN_MS }).toBe('ready');
}

test('compare, roll back, and the farm is as it was', async ({ enterAs, uniqueName, uniqueDomain }) => {
  const member = await apiOf('member');
  const admin = await apiOf('admin');
  const name = uniqueName('Undo');
  const id = await deployedEnvironment(member, name, [
    activeDirectory(uniqueDomain, { unitNamingPattern: 'undo#' }),
    webServer({ domain: uniqueDomain, unitNamingPattern: 'shop#' }),
  ]);
  const at = `/v1/environments/${id}`;
  await change(member, id, async (session) => {
    await member.ok('POST', `${at}/services/0/units`, { recoveryPassword: RECOVERY_PASSWORD }, session);
    await member.ok('PUT', `${at}/services/0`, { adminPassword: 'An0ther-Orchard!' }, session);
  });
  await change(admin, id, (session) => admin.ok('DELETE', `${at}/services/1`, undefined, session));

  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const history = new HistoryPage(page);

  await test.step('the history tells who changed what, and the address keeps what is picked', async () => {
    await environment.open(id, name);
    await environment.show('Deployments');
    await expect(history.entries).toHaveCount(3);
    await expect(history.entry(3)).toContainText('Remove Web Server "frontend"');
    await expect(history.entry(3)).toContainText('By Ada Admin');
    await expect(history.entry(3)).toContainText('Deployed now');
    await expect(history.entry(2)).toContainText('administrator password is changed');
    await page.getByRole('combobox', { name: 'Started by' }).click();
    await page.getByRole('option', { name: 'Max Member' }).click();
    await expect(history.entries).toHaveCount(2);
    await page.reload();
    await expect(history.entries).toHaveCount(2);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(history.entries).toHaveCount(3);
  });

  await test.step('two versions are compared in words and side by side, no password shown', async () => {
    await history.show('Compare');
    await history.compare('Version 1', 'Deployed now');
    await expect(history.differences).toContainText('Remove Web Server "frontend"');
    await expect(history.differences).toContainText('add one more domain controller');
    await expect(page).toHaveURL(/from=1&to=current/);
    await page.getByRole('button', { name: 'Side by side' }).click();
    const table = page.getByRole('table', { name: new RegExp(uniqueDomain) });
    await expect(table.getByRole('row', { name: /^Administrator password/ })).toContainText('••••••••');
    await expect(page.getByRole('main')).not.toContainText('Orchard');
  });

  await test.step('going back says what it would change, and makes a draft that is reviewed like any other', async () => {
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await expect(dialog).toContainText('Add Web Server "frontend"');
    await expect(dialog).toContainText('remove the domain controller undo2');
    await dialog.getByRole('button', { name: 'Make the draft and review it' }).click();
    await expect(page).toHaveURL(new RegExp(`${id}/review`));
    await expect(new ReviewPage(page).changes).toContainText('Add Web Server "frontend"');
    expect((await member.ok('GET', at)).version).toBe(3);
  });

  await test.step('it destroys a machine: that is named, and asks for the name of the environment', async () => {
    const review = new ReviewPage(page);
    await expect(page.getByRole('alert').filter({ hasText: 'What is on 1 machine is lost' })).toContainText('undo2');
    await review.deployAndDestroy('1 machine', name);
  });

  await test.step('deployed, the farm is as it was, and the history says so', async () => {
    await new RunPage(page).finished(2, 1);
    await environment.show('Deployments');
    await expect(history.entry(4)).toContainText('Restores version 1');
    await visit(page, `/environments/${id}/deployments/compare?from=1&to=current`);
    await expect(page.getByText('No differences')).toBeVisible();
    await environment.show('Services');
    await expect(page.getByRole('link', { name: 'frontend' }).first()).toBeVisible();
  });
});
