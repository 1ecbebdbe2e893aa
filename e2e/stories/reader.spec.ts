import type { Locator } from '@playwright/test';
import { EnvironmentPage } from '../pages/environment-page';
import { apiOf } from '../support/api';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

const REASON = 'Readers can look but not change. Ask an admin of Contoso.';

/** Shown, reachable, off, and with the reason. */
async function expectOff(action: Locator): Promise<void> {
  await expect(action).toBeVisible();
  await expect(action).toHaveAttribute('aria-disabled', 'true');
  await expect(action).toHaveAccessibleDescription(REASON);
}

test('a reader sees everything, and each action that is closed to them says why', async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('To look at');
  const id = await deployedEnvironment(member, name, [webServer({ unitNamingPattern: 'look#' })]);
  const page = await enterAs('reader');
  const environment = new EnvironmentPage(page);

  await test.step('home begins with what there is to see, not with work for others', async () => {
    await visit(page, '/');
    await expect(page.getByRole('link', { name: 'Show all environments' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Deploy/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Needs you' })).toHaveCount(0);
  });

  await test.step('a draft says whose it is, and wants nothing of anybody else', async () => {
    const drafted = uniqueName('Drafted');
    await draft(member, await createEnvironment(member, drafted), [webServer()]);
    await visit(page, '/');
    const tile = page.getByRole('listitem').filter({ hasText: drafted });
    await expect(tile).toContainText('Draft of Max Member');
    await expect(tile).toContainText('Max Member drafts a change that is not deployed yet.');
  });

  await test.step('a wizard says that it is not for readers', async () => {
    await visit(page, `/environments/${id}/services/add/webServer`);
    await expect(page.getByText('You can look, but not add services')).toBeVisible();
    await expect(page.getByText('cannot be added now')).toHaveCount(0);
  });

  await test.step('the list of environments', async () => {
    await visit(page, '/environments');
    await expectOff(page.getByRole('button', { name: 'Create environment' }));
    await page.getByRole('button', { name: `More for ${name}` }).click();
    for (const action of ['Rename', 'Delete environment']) {
      const item = page.getByRole('menuitem', { name: new RegExp(`^${action}`) });
      await expect(item).toHaveAttribute('aria-disabled', 'true');
      await expect(item).toContainText(REASON);
    }
    await page.keyboard.press('Escape');
  });

  await test.step('the topology', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('button', { name: /^look1, .*Ready/ })).toBeVisible();
  });

  await test.step('the services and one of them', async () => {
    await environment.show('Services');
    await expectOff(page.getByRole('button', { name: 'Add a service' }));
    await page.getByRole('link', { name: 'frontend' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
    await expectOff(page.getByRole('button', { name: 'Edit settings' }));
    // what cannot be begun stands nowhere
    await expect(page.getByRole('region', { name: 'What can be done now' })).toHaveCount(0);
    // a web server is one machine: there is none to take away
    await expect(page.getByRole('button', { name: 'Mark look1 for deletion' })).toHaveCount(0);
  });

  await test.step('the history and a run with its log', async () => {
    await environment.show('Deployments');
    await page.getByRole('link', { name: /^Version \d/ }).click();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await expect(page.getByRole('log', { name: 'Log' })).toContainText('Deployment finished');
  });

  await test.step('the settings', async () => {
    await environment.show('Settings');
    await expectOff(page.getByRole('button', { name: 'Rename' }));
    await expectOff(page.getByRole('button', { name: 'Delete environment' }));
  });

  await test.step('the catalog, and the wizard, which does not open', async () => {
    await visit(page, '/catalog/webServer');
    await expectOff(page.getByRole('button', { name: 'Set up Web Server' }));
    await visit(page, `/environments/${id}/services/add/webServer`);
    await expect(page.getByText('You can look, but not add services')).toBeVisible();
    await expect(page.getByRole('main').getByText(REASON)).toBeVisible();
  });
});

test('what a reader may not do, the API refuses as well', async ({ uniqueName }) => {
  const member = await apiOf('member');
  const reader = await apiOf('reader');
  const id = await createEnvironment(member, uniqueName('Refused'));
  const at = `/v1/environments/${id}`;
  const session = await draft(member, id, [webServer()]);
  expect((await reader.call('GET', at)).status).toBe(200);
  const attempts: [string, string, unknown?, string?][] = [
    ['POST', '/v1/environments', { name: uniqueName('Mine') }],
    ['PUT', at, { name: uniqueName('Renamed') }],
    ['DELETE', at],
    ['POST', `${at}/configure`],
    ['POST', `${at}/services`, webServer(), session],
    ['POST', `${at}/sessions/${session}/deploy`],
    ['DELETE', `${at}/sessions/${session}`],
    ['POST', '/v1/simulation/faults', { kind: 'boot' }],
  ];
  for (const [method, path, body, ofSession] of attempts) {
    const answer = await reader.call(method, path, body, ofSession);
    expect(answer.status, `${method} ${path}`).toBe(403);
  }
});
