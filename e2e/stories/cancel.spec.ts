import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test('a deployment that waits for a silent machine can be stopped, and completes once the machine answers', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member', 'Fabrikam');
  const mend = await injectFault({ kind: 'silence', target: 'silent1', message: 'No answer.' }, 'Fabrikam');
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const run = new RunPage(page);
  const id = await createEnvironment(member, uniqueName('Silent'));
  const session = await draft(member, id, [activeDirectory(uniqueDomain, { unitNamingPattern: 'silent1' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  // what happens while the page still reads what has happened must not be missing in its log
  await page.route('**/runs?limit=1', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await route.continue();
  });
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);

  await test.step('the machine is up, and its silence is told of with what to do', async () => {
    const silence = 'The agent on silent1 is silent in the middle of a step. Look whether silent1 runs';
    await expect(run.machine('silent1')).toContainText(silence, { timeout: RUN_MS });
    await run.show('Log');
    await expect(run.log).toContainText('silent1 is ready', { timeout: RUN_MS });
    await run.show('Timeline');
  });

  await test.step('Stop asks first, and says what becomes of what exists', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop this deployment?' });
    await expect(dialog).toContainText('Machines that exist stay as they are.');
    await dialog.getByRole('button', { name: 'Stop deployment' }).click();
    await expect(page.getByText('This deployment was stopped')).toBeVisible({ timeout: RUN_MS });
    await expect(page.getByText('Left unfinished: silent1.')).toBeVisible();
    await expect(page.getByText(`Incomplete: ${uniqueDomain}.`)).toBeVisible();
    await expect(page.getByText('silent1: install Domain controller and install Name server (DNS)')).toBeVisible();
    await expect(run.machine('silent1')).toContainText('Left unfinished');
  });

  await test.step('the environment is not called ready: what is described does not run', async () => {
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
    expect(await member.ok('GET', `/v1/environments/${id}`)).toMatchObject({
      status: 'failed',
      last_outcome: 'cancelled',
    });
  });

  await test.step('deployed again with the machine mended, it completes', async () => {
    await mend();
    const before = page.url();
    await page.getByRole('button', { name: 'Deploy again' }).click();
    await expect(page).not.toHaveURL(before);
    await run.finished(1);
  });
});

test('a machine for which a stopped run waited is replaced from the page of that run', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Mute');
  const mend = await injectFault({ kind: 'silence', target: 'mute2', message: 'No answer.' }, 'Fabrikam');
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const run = new RunPage(page);
  const id = await createEnvironment(member, name);
  const session = await draft(member, id, [webServerFarm('mutes', 3, { unitNamingPattern: 'mute#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  await expect(page.getByText('This may pass by itself.')).toBeVisible({ timeout: RUN_MS });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop deployment' }).click();
  await expect(page.getByText('It was waiting for mute2.')).toBeVisible({ timeout: RUN_MS });
  await expect(page.getByRole('button', { name: 'Take mute2 out' })).toBeEnabled();
  await mend();
  const before = page.url();
  await page.getByRole('button', { name: 'Replace mute2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Destroy 1 machine?' });
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Deploy and destroy 1 machine' }).click();
  await expect(page).not.toHaveURL(before);
  await run.finished(3, 1);
});

test('a run that waits for a machine is stopped and goes on without it, by one choice on its page', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Still');
  await injectFault({ kind: 'silence', target: 'still3', message: 'No answer.' }, 'Fabrikam');
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const run = new RunPage(page);
  const id = await createEnvironment(member, name);
  const session = await draft(member, id, [webServerFarm('stills', 3, { unitNamingPattern: 'still#' })]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
  await page.getByRole('button', { name: 'Stop and go on without still3' }).click({ timeout: RUN_MS });
  const asked = page.getByRole('dialog', { name: 'Stop this deployment?' });
  await expect(asked).toContainText('Then still3 is taken out');
  await asked.getByRole('button', { name: 'Stop deployment' }).click();
  const before = page.url();
  const dialog = page.getByRole('dialog', { name: 'Destroy 1 machine?' });
  await dialog.getByRole('textbox').fill(name, { timeout: RUN_MS });
  await dialog.getByRole('button', { name: 'Deploy and destroy 1 machine' }).click();
  await expect(page).not.toHaveURL(before);
  await run.finished(2, 1);
});
