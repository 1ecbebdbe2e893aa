import { FaultsPage } from '../pages/faults-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';

test('a disk is filled in the panel of faults; Vetro finds that out by itself, and once there is room the rest is done', async ({
  enterAs,
  uniqueName,
}) => {
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
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  await run.failed();
  // every step that found no room is looked into; what is found is the same
  const findings = run.problem.getByRole('list', { name: 'What Vetro looked at' }).first();
  await expect(findings).toContainText(`The disk of ${host} is full.`);
  await expect(run.problem.getByRole('listitem').filter({ hasText: 'Most likely' }).last()).toContainText('is full');
  await expect(run.problem.getByRole('button', { name: `Take ${host} out` }).first()).toBeDisabled();

  await faults.end(host);
  await run.problem.getByRole('button', { name: 'Look again' }).first().click();
  await expect(findings).toContainText(`There is room on the disk of ${host}.`);
  await run.problem.getByRole('button', { name: 'Deploy again' }).click();
  await run.finished(1);
});
