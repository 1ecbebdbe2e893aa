import { randomBytes } from 'node:crypto';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { expect, test } from '../support/story';
import { WHOLE_RUN } from '../support/whole-run';

const id = () => randomBytes(16).toString('hex');

test('an action of an application is started in the browser, runs, and shows its answer', async ({ enterAs, uniqueName }) => {
  const member = await apiOf('member', 'Fabrikam');
  const environment = await createEnvironment(member, uniqueName('Pages'));
  const object = {
    '?': { id: id(), type: 'com.example.WebPair' },
    name: 'pages',
    greeting: 'Welcome',
    servers: ['web1', 'web2'].map((host) => ({
      '?': { id: id(), type: 'io.murano.resources.LinuxMuranoInstance' }, name: host, image: 'debian-12-murano', flavor: 'm1.small',
    })),
  };
  const session = await draft(member, environment, [object]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${environment}/sessions/${session}/deploy`);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  await page.goto(`/environments/${environment}/deployments/${String(deployment_id)}`);
  await expect(page.getByText('Deployment finished').first()).toBeVisible({ timeout: WHOLE_RUN });
  await page.goto(`/environments/${environment}/services/${object['?'].id}`);
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: '/tmp/run/service.png', fullPage: true });
  await page.getByRole('button', { name: 'Start Greet' }).click();
  await page.getByLabel('greeting').fill('Good morning');
  await page.screenshot({ path: '/tmp/run/dialog.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Good morning from web1')).toBeVisible({ timeout: WHOLE_RUN });
  await page.screenshot({ path: '/tmp/run/run.png', fullPage: true });
  await page.goto(`/environments/${environment}/history`);
  await expect(page.getByRole('link', { name: 'Greet' })).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: '/tmp/run/history.png', fullPage: true });
});
