import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { activeDirectory, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('a run that removes is named after it, shows each machine that goes, and counts its steps as the review did', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member', 'Fabrikam');
  const id = await deployedEnvironment(member, uniqueName('Smaller'), [
    activeDirectory(uniqueDomain, { name: 'directory', unitNamingPattern: 'stay1' }),
    webServer({ name: 'shop', unitNamingPattern: 'gone1' }),
  ]);
  const at = `/v1/environments/${id}`;
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const run = new RunPage(page);
  const { shop } = await deployedServices(member, id);
  const session = String((await member.ok('POST', `${at}/configure`)).id);
  expect((await member.call('DELETE', `${at}/services/${shop?.id}`, undefined, session)).status).toBe(200);

  await test.step('the review predicts one step and says what will be', async () => {
    await visit(page, `/environments/${id}/review`);
    const preview = page.getByRole('region', { name: 'What will happen' });
    await expect(preview.getByRole('button', { name: 'Step by step (1 step)' })).toBeVisible();
    await expect(preview.getByRole('list', { name: 'Machines' })).toContainText('To be removed');
  });

  // a review that is open while somebody else deploys its draft asks once more for what nobody may see any longer
  await visit(page, `/environments/${id}/services`);
  const { deployment_id } = await member.ok('POST', `${at}/sessions/${session}/deploy`);
  await visit(page, `/environments/${id}/deployments/${String(deployment_id)}`);

  await test.step('its page says which version it makes and what it was asked to do', async () => {
    await expect(page.getByRole('heading', { name: 'Version 2: shop removed', exact: true })).toBeVisible();
  });

  await test.step('the machine that goes has its row until it is gone, and is counted at the end', async () => {
    await expect(page.getByText('1 machine was removed. 1 machine is ready.')).toBeVisible({ timeout: RUN_MS });
    await expect(run.machine('gone1')).toContainText('Removed');
    await expect(run.machine('stay1')).toContainText('Nothing to do');
    const drawn = page.getByRole('region', { name: 'Topology' }).getByRole('button', { name: /^gone1, .*Removed/ });
    await expect(drawn).toHaveCSS('opacity', '0.3');
    await expect(run.progress).toHaveAttribute('aria-valuetext', '1 step, all done');
    await run.show('Log');
    await expect(run.log).toContainText('Remove 1 machine: done');
  });

  await test.step('the history names it the same way', async () => {
    await visit(page, `/environments/${id}/deployments`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Version 2' }).first()).toContainText(
      'Remove Web Server',
    );
  });
});
