import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { injectFault } from '../support/faults';
import { portalArchive } from '../support/packages';
import { PASSWORD, webServerFarm } from '../support/services';
import { expect } from '../support/story';
import { RUN_MS } from '../support/waits';
import { test } from './camera';
import { TENANT } from './world';

const chapter = 'The second day';

/** For the pages of docs/workflows: the plan of each workflow as it is shown before anything begins. */
test('what each workflow would do, before it does it', async ({ enterAs, take }) => {
  const api = await apiOf('member', TENANT);
  const farm = webServerFarm('shop', 3, { unitNamingPattern: 'shop#' });
  const id = await deployedEnvironment(api, 'Seaside', [farm]);
  const { shop } = await deployedServices(api, id);
  const page = await enterAs('member', { tenant: TENANT });
  const dialog = page.getByRole('dialog');
  const at = `/environments/${id}/services/${shop?.id}`;
  const open = (path: string) => page.goto(path);
  const shot = (name: string, title: string) =>
    take(page, { chapter, name: `workflow-${name}`, title }, { widths: [1440] });
  const pressed = (label: string) => page.getByRole('main').getByRole('button', { name: label, exact: true }).first();
  const run = async (label: string, confirm: string) => {
    await open(at);
    await new ServicePage(page).begin(label);
    await dialog.getByRole('button', { name: confirm }).click();
    await page.waitForURL('**/deployments/**');
    await expect(
      page
        .getByRole('main')
        .getByText(/^(Successful|Failed)$/)
        .first(),
    ).toBeVisible({ timeout: RUN_MS });
  };

  for (const [label, name, title] of [
    ['Restart', 'restart', 'The plan of a restart'],
    ['Stop', 'stop', 'The plan of a stop'],
    ['Check', 'check', 'The plan of a check'],
    ['Repair', 'heal', 'The plan of a repair'],
    ['Suspend', 'suspend', 'The plan of a suspension'],
    ['Clear old logs', 'operation', 'An operation with its parameters and its plan'],
  ] as const) {
    await open(at);
    await new ServicePage(page).begin(label);
    await expect(dialog.getByText('What happens')).toBeVisible();
    await shot(name, title);
  }

  await open(at);
  await new ServicePage(page).begin('Grow now');
  await dialog.getByLabel('How many more').fill('2');
  await expect(dialog).toContainText('shop5');
  await shot('grow', 'Before a service grows');
  await open(at);
  await new ServicePage(page).begin('Shrink now');
  await dialog.getByRole('checkbox', { name: 'shop3' }).check();
  await expect(dialog).toContainText('This cannot be undone.');
  await shot('shrink', 'Before a service shrinks by a machine that was chosen');
  await open(at);
  await new ServicePage(page).begin('Remove now');
  await expect(dialog).toContainText('This cannot be undone.');
  await shot('uninstall', 'Before a service is removed');

  await run('Stop', 'Stop now');
  await open(at);
  await new ServicePage(page).begin('Start');
  await expect(dialog.getByText('What happens')).toBeVisible();
  await shot('start', 'The plan of a start');
  await dialog.getByRole('button', { name: 'Start now' }).click();
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });

  await injectFault({ kind: 'settings', target: 'shop2', message: '', times: 1 }, TENANT);
  await run('Check', 'Check now');
  await open(at);
  await expect(page.getByText(/^Changed by hand: /)).toBeVisible();
  await shot('drifted', 'What was changed by hand, on the page of the service');
  await pressed('Restore settings').click();
  await expect(dialog.getByText('What happens')).toBeVisible();
  await shot('update', 'The plan of an update');
  await page.goto(`/environments/${id}`);
  await page.getByRole('button', { name: /^shop2, .*Changed by hand/ }).click();
  await expect(dialog).toContainText('Changed by hand:');
  await shot('drifted-topology', 'What was changed by hand, in the drawing');

  // the scene of the demo: every weekday evening all of it rests
  await page.goto(`/environments/${id}/settings`);
  await page.getByRole('button', { name: 'New schedule' }).click();
  await dialog.getByLabel('Name').fill('The night');
  for (const [field, option] of [
    ['What is done', 'Suspend'],
    ['How often', 'Every weekday'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await dialog.getByLabel('At', { exact: true }).fill('20:00');
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await shot('night', 'A schedule for the night');
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText('Every weekday at 20:00')).toBeVisible();
  await run('Suspend', 'Suspend now');
  await page.goto(`/environments/${id}`);
  await expect(page.getByRole('button', { name: /^shop1, .*Suspended/ })).toBeVisible();
  await shot('suspended', 'A farm that is suspended');
  await open(at);
  await new ServicePage(page).begin('Wake up');
  await expect(dialog.getByText('What happens')).toBeVisible();
  await shot('wake', 'The plan of waking up');
  await dialog.getByRole('button', { name: 'Wake up now' }).click();
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });

  await injectFault({ kind: 'command', target: 'shop4/Install-WebServer', message: 'It hangs.', times: 1 }, TENANT);
  await open(at);
  await new ServicePage(page).begin('Grow now');
  await dialog.getByRole('checkbox', { name: /^Take the new machines away again/ }).uncheck();
  await dialog.getByRole('button', { name: /^Add / }).click();
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Failed', { exact: true }).first()).toBeVisible({ timeout: RUN_MS });
  await page.goto(`/environments/${id}`);
  await expect(page.getByText('Growing was left half-way: it failed')).toBeVisible();
  await shot('half-way', 'What was left half-way, with its ways on');
  await page.getByRole('main').getByRole('button', { name: 'Roll back' }).click();
  await dialog.getByLabel(/^Type /).fill('Seaside');
  await dialog.getByRole('button', { name: 'Roll back and destroy 1 machine' }).click();
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
  await shot('rolled-back', 'The end of a run that took back what had been added');
});

test('what a service of a blueprint was installed with, and workflows that its package declares', async ({
  enterAs,
  take,
}) => {
  const api = await apiOf('member', TENANT);
  await (await apiOf('admin', TENANT)).upload('/v1/catalog/packages', portalArchive());
  const id = await deployedEnvironment(api, 'Harbour', [
    {
      type: 'com.example.TeamPortal',
      name: 'portal',
      portal_title: 'Welcome',
      adminPassword: PASSWORD,
      flavor: 'm1.small',
      osImage: { name: 'ws-2022-std' },
      unitNamingPattern: 'portal#',
      units: [{ node: 'db_host' }, { node: 'web_host' }, { node: 'web_host' }],
    },
  ]);
  const { portal } = await deployedServices(api, id);
  const page = await enterAs('member', { tenant: TENANT });
  const dialog = page.getByRole('dialog');
  const shot = (name: string, title: string) =>
    take(page, { chapter, name: `workflow-${name}`, title }, { widths: [1440] });

  const { deployments } = await api.ok('GET', `/v1/environments/${id}/deployments`);
  await page.goto(`/environments/${id}/deployments/${(deployments as { id: string }[])[0]?.id}`);
  await expect(page.getByText('Everything is up. 3 machines are ready.')).toBeVisible();
  await page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Steps', exact: true }).click();
  await expect(page.getByText('Bringing the portal online').first()).toBeVisible();
  await shot('install', 'What was installed on which machine, step by step');

  for (const [label, name, title] of [
    ['Take stock', 'pull', 'The plan of a workflow of a package that pulls'],
    ['Set up the web servers anew', 'reinstall', 'The plan of a workflow of a package that reinstalls'],
    ['Renew the agents', 'new-agents', 'The plan of a workflow of a package that renews the agents'],
  ] as const) {
    await page.goto(`/environments/${id}/services/${portal?.id}`);
    await page.getByRole('main').getByRole('button', { name: label, exact: true }).first().click();
    await expect(dialog.getByText('What happens')).toBeVisible();
    await shot(name, title);
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
  }
});
