import type { Page } from '@playwright/test';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** Opens the service, presses a button of it, reads the plan and starts. */
async function start(page: Page, at: string, what: string, plan: string): Promise<void> {
  await visit(page, at);
  await new ServicePage(page).begin(what);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(plan);
  await dialog.getByRole('button', { name: `${what} now` }).click();
  await page.waitForURL('**/deployments/**');
}

/** Waits on the page of a run until it says how it ended. */
async function ended(page: Page, badge: string): Promise<void> {
  await expect(page.getByRole('main').getByText(badge, { exact: true }).first()).toBeVisible({ timeout: RUN_MS });
}

test('a web farm is restarted, stopped and started; a machine that does not come up again turns red and is repaired', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const admin = await apiOf('admin');
  const name = uniqueName('Day two');
  const host = name.slice(-6);
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${host}-#` })]);
  const { shop } = await deployedServices(member, id);
  const at = `/environments/${id}/services/${shop?.id}`;
  const page = await enterAs('member');

  await test.step('restart', async () => {
    await start(page, at, 'Restart', 'are stopped and started');
    await ended(page, 'Successful');
  });

  await test.step('stop: nothing is red, and what makes no sense says why', async () => {
    await start(page, at, 'Stop', 'are stopped');
    await ended(page, 'Successful');
    await expect(page.getByRole('status').filter({ hasText: 'It is stopped.' })).toBeVisible();
    await visit(page, at);
    // the environment, the service and both machines
    await expect(page.getByText('Stopped', { exact: true })).toHaveCount(4);
    await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled();
    await start(page, at, 'Start', 'are started');
    await ended(page, 'Successful');
  });

  await test.step('a machine that does not come up again is red, and repaired', async () => {
    const fault = { kind: 'command', target: `${host}-1/Start-WebServer`, environment_id: id, message: 'It hangs.' };
    await admin.ok('POST', '/v1/simulation/faults', fault);
    await start(page, at, 'Restart', 'are stopped and started');
    await ended(page, 'Failed');
    await start(page, at, 'Check', 'are checked');
    await ended(page, 'Failed');
    await visit(page, at);
    await expect(page.getByText('Press Repair.')).toHaveCount(1);
    await start(page, at, 'Repair', `${host}-1 does not work: it is checked and repaired`);
    await ended(page, 'Successful');
    await expect(page.getByRole('region', { name: 'What went wrong' })).toHaveCount(0);
    await visit(page, at);
    await expect(page.getByText('Press Repair.')).toHaveCount(0);
    // the environment, the service and both machines
    await expect(page.getByRole('main').getByText('Failed', { exact: true })).toHaveCount(0);
  });
});
