import { RunPage } from '../pages/run-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { aspNetApp, webServer } from '../support/services';
import { expect, test } from '../support/story';

test('a page that fails and a submodule that is refused are told with their causes, and Windows without a desktop serves all the same', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('Causes');
  const stem = `c${name.slice(-6)}`;
  const mend = [
    await injectFault({ kind: 'page', target: `${stem}page1`, message: '' }),
    await injectFault({ kind: 'source', target: `${stem}part1`, message: '' }),
  ];
  await injectFault({ kind: 'desktop', target: `${stem}core1`, message: '' });
  const id = await createEnvironment(member, name);
  const session = await draft(member, id, [
    aspNetApp({ name: 'shop', unitNamingPattern: `${stem}page#` }),
    aspNetApp({ name: 'portal', unitNamingPattern: `${stem}part#` }),
    webServer({ name: 'plain', unitNamingPattern: `${stem}core#` }),
  ]);
  const { deployment_id } = await member.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  const page = await enterAs('member');
  const run = new RunPage(page);
  await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);

  await test.step('each cause has its sentence, beside the words of the machine', async () => {
    await run.failed();
    await expect(run.problem).toContainText('The application is served, but its page answers with an error.');
    await expect(run.problem).toContainText('The application fails when it starts. Its own log says why.');
    await expect(run.problem).toContainText('/ answers with 500.');
    await expect(run.problem).toContainText(
      'A part of the source has a repository of its own, and that one cannot be read.',
    );
    await expect(run.problem).toContainText('The submodule is not public, or it is gone.');
  });

  await test.step('the machine without a desktop has its web server, and its page says what it is', async () => {
    const { plain } = await deployedServices(member, id);
    if (!plain?.uri) throw new Error('the web server has no address');
    const service = new ServicePage(page);
    await service.open(id, plain);
    const site = await service.follow(plain.uri);
    await expect(site.getByText('(Server Core)')).toBeVisible();
  });

  await test.step('once both are mended, deploying again goes on to the end', async () => {
    for (const one of mend) await one();
    await page.goto(`/environments/${id}/deployments/${String(deployment_id)}`);
    await page.getByRole('button', { name: 'Deploy again' }).click();
    await run.finished(3);
  });
});
