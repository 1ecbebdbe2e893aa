import { FaultsPage } from '../pages/faults-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServer, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('a disk is filled in the panel of faults; Vetro finds that out by itself, and once there is room the rest is done', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('Full disk');
  const id = await createEnvironment(member, name);
  const host = `full-${name.slice(-6)}`;
  const session = await draft(member, id, [webServer({ unitNamingPattern: host })]);
  const ada = await enterAs('admin');
  const faults = new FaultsPage(ada);
  await faults.open();
  await faults.makeFail({ what: 'The disk is full', environment: name, machine: host });

  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member');
  const run = new RunPage(page);
  await visit(page, `/environments/${id}/deployments/${String(deployment_id)}`);
  await run.failed();
  // every step that found no room is looked into; what is found is the same
  const findings = run.problem.getByRole('list', { name: 'What Vetro looked at' }).first();
  await expect(findings).toContainText(`The disk of ${host} is full.`);
  await expect(run.problem.getByRole('listitem').filter({ hasText: 'Most likely' }).last()).toContainText('is full');
  await expect(run.problem.getByRole('button', { name: `Take ${host} out` }).first()).toBeDisabled();

  await faults.end(host);
  await run.problem.getByRole('button', { name: 'Look again' }).first().click();
  // what was found when it failed stays beside it
  const anew = run.problem.getByRole('list', { name: 'Looked at again' }).first();
  await expect(anew).toContainText(`There is room on the disk of ${host}.`);
  await expect(findings).toContainText(`The disk of ${host} is full.`);
  await run.problem.getByRole('button', { name: 'Deploy again' }).click();
  await run.finished(1);
});

test('two machines fail; one is retried alone and the other stays as it is until it is deployed again', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('Alone');
  const id = await createEnvironment(member, name);
  const [first, second] = [`one-${name.slice(-6)}`, `two-${name.slice(-6)}`];
  const services = [first, second].map((host) => webServer({ name: host, unitNamingPattern: host }));
  const session = await draft(member, id, services);
  const faults = new FaultsPage(await enterAs('admin'));
  await faults.open();
  await faults.makeFail({ what: 'The next command fails', environment: name, machine: `${first}/Install-WebServer` });
  await faults.makeFail({ what: 'The next command fails', environment: name, machine: `${second}/Install-WebServer` });

  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member');
  const run = new RunPage(page);
  const failedRun = `/environments/${id}/deployments/${String(deployment_id)}`;
  await visit(page, failedRun);
  await run.failed();
  await run.problem.getByRole('button', { name: `Retry ${first} alone` }).click();
  await expect(page).not.toHaveURL(new RegExp(String(deployment_id)));
  await expect(page.getByText('This machine is done; others are not finished')).toBeVisible({ timeout: RUN_MS });
  await expect(page.getByRole('heading', { level: 2, name: `${first} tried again` })).toBeVisible();
  await expect(run.machine(first)).toContainText('Ready: Done');
  await expect(page.getByText(`Left unfinished: ${second}.`)).toBeVisible();

  // what failed before says that something else has run since
  await visit(page, failedRun);
  await expect(run.problem.getByRole('button', { name: `Retry ${second} alone` })).toBeDisabled();
  await page.goBack();
  await page.getByRole('button', { name: 'Deploy again' }).click();
  await run.finished(2);
});

test('a machine that failed twice has one entry; a fresh one takes its place and ends green', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member');
  const name = uniqueName('Replaced');
  const id = await createEnvironment(member, name);
  const stem = `r${name.slice(-6)}`;
  const session = await draft(member, id, [webServerFarm('farm', 2, { unitNamingPattern: `${stem}#` })]);
  const host = `${stem}2`;
  const faults = new FaultsPage(await enterAs('admin'));
  await faults.open();
  await faults.makeFail({ what: 'The disk is full', environment: name, machine: host });

  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member');
  const run = new RunPage(page);
  await visit(page, `/environments/${id}/deployments/${String(deployment_id)}`);
  await run.failed();
  await expect(run.problem.getByRole('heading', { name: `steps failed on ${host}` })).toBeVisible();
  await expect(run.problem).toContainText(`${host} says: There is not enough space on the disk.`);
  const replace = run.problem.getByRole('button', { name: `Replace ${host}` });
  await expect(replace).toHaveCount(1);
  await faults.end(host);

  await replace.click();
  const dialog = page.getByRole('dialog', { name: 'Destroy 1 machine?' });
  await expect(dialog).toContainText(host);
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Deploy and destroy 1 machine' }).click();
  await expect(page).not.toHaveURL(new RegExp(String(deployment_id)));
  await run.finished(2, 1);
  await expect(run.problem).toBeHidden();
});
