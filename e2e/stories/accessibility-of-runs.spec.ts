import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { INSPECTED } from '../support/inspected-pages';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

test('the past of an environment, and a run that went well', async ({ enterAs, uniqueName, inspect }) => {
  const id = await deployedEnvironment(await apiOf('member'), uniqueName('Past'), [webServer()]);
  const page = await enterAs('member');
  const { everyLook, opened, done } = inspect(page, INSPECTED.past);
  const past = `/environments/${id}/deployments`;
  await visit(page, past);
  await page.getByRole('link', { name: /^Version \d/ }).waitFor();
  await everyLook('deployments');
  await visit(page, `${past}/compare?from=0&to=1`);
  await expect(page.getByRole('list', { name: 'Differences' })).toBeVisible();
  await everyLook('two versions compared in words');
  await visit(page, `${past}/compare?from=0&to=1&view=sides`);
  await expect(page.getByRole('table').first()).toBeVisible();
  await everyLook('two versions side by side');
  await visit(page, `${past}/activity`);
  await expect(page.getByText(/deployed version \d/)).toBeVisible();
  await everyLook('activity');
  await visit(page, past);
  await page.getByRole('link', { name: /^Version \d/ }).click();
  await new RunPage(page).finished(1);
  await everyLook('a run that went well');
  await new RunPage(page).showEverything();
  await opened('a run with every line of its log');
  await new RunPage(page).show('Steps');
  await opened('a run with its steps as a list');
  await page.getByRole('button', { name: 'Replay' }).click();
  // the film of a short run may be over already: its beginning stands still
  await page.getByRole('slider', { name: 'Moment' }).press('Home');
  await opened('a run that is played again');
  await visit(
    page,
    page
      .url()
      .replace(/[?#].*$/, '')
      .concat('/report'),
  );
  await expect(page.getByRole('heading', { name: 'Deployment report' })).toBeVisible();
  await everyLook('the report');
  done();
});

test('a run while it runs, asked to stop, and stopped', async ({ enterAs, uniqueName, inspect }) => {
  const mend = await injectFault({ kind: 'silence', target: 'axerun1', message: 'No answer.' });
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Running'));
  const session = await draft(member, id, [webServer({ unitNamingPattern: 'axerun#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member');
  const { everyLook, opened, done } = inspect(page, INSPECTED.during);
  await visit(page, `/environments/${id}/deployments/${String(deployment_id)}`);
  const run = new RunPage(page);
  // whoever looks after silent agents may have come before the page
  const held = /Working|Needs attention: The agent on axerun1 is silent/;
  await expect(run.machine('axerun1')).toContainText(held, { timeout: RUN_MS });
  await everyLook('a run while it runs');
  await page.locator('button[data-bar]').first().click();
  await expect(page.getByRole('button', { name: 'Close the details' })).toBeVisible();
  await opened('the details of a step');
  await run.show('Log');
  await opened('the log of a run');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await opened('the question before stopping');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop deployment' }).click();
  await expect(page.getByText('This deployment was stopped')).toBeVisible({ timeout: RUN_MS });
  await everyLook('a run that was stopped');
  await mend();
  done();
});

test('a run that failed', async ({ enterAs, uniqueName, inspect }) => {
  await injectFault({ kind: 'stack', target: 'axefail1', message: 'No valid host was found.', times: 1 });
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('Failed'));
  const session = await draft(member, id, [webServer({ unitNamingPattern: 'axefail#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member');
  const { everyLook, done } = inspect(page, INSPECTED.failed);
  await visit(page, `/environments/${id}/deployments/${String(deployment_id)}`);
  const run = new RunPage(page);
  await run.failed();
  await run.problem.getByText('Details for administrators').first().click();
  await everyLook('a run that failed');
  done();
});
