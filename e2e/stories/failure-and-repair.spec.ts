import type { Page } from '@playwright/test';
import { HistoryPage } from '../pages/history-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** Deploys one controller of a host name of its own and opens the page of the run. @returns the environment's id */
async function deployController(page: Page, name: string, domain: string, host: string): Promise<string> {
  const api = await apiOf('member');
  const id = await createEnvironment(api, name);
  const session = await draft(api, id, [activeDirectory(domain, { unitNamingPattern: host })]);
  const { deployment_id } = await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await visit(page, `/environments/${id}/deployments/${String(deployment_id)}`);
  return id;
}

async function deployAgain(page: Page): Promise<void> {
  const before = page.url();
  await page.getByRole('button', { name: 'Deploy again' }).click();
  await expect(page).not.toHaveURL(before);
}

test('a command that fails is told with its machine and in its own words; deploying again goes on from there', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const words = 'The directory service could not be started. Error 0x2127.';
  const target = 'broken1/Install-RolePrimaryDomainController';
  await injectFault({ kind: 'command', target, message: words, times: 1 });
  const page = await enterAs('member');
  const name = uniqueName('Failing command');
  const run = new RunPage(page);
  const id = await deployController(page, name, uniqueDomain, 'broken1');

  await test.step('says which machine, which command, and the words of the machine', async () => {
    await run.failed();
    await expect(run.problem).toContainText('broken1');
    await expect(run.problem).toContainText(words);
    await run.problem.getByText('Details for administrators').click();
    await expect(run.problem.getByLabel('Details', { exact: true })).toContainText(
      'Install-RolePrimaryDomainController',
    );
    await expect(run.machine('broken1')).toContainText('Failed');
    await run.show('Log');
    await expect(run.log).toContainText('Error:');
    await expect(page.getByText('steps that succeeded are not repeated')).toBeVisible();
  });

  await test.step('somebody is asked with a link that leads here, and the mail says what it is about', async () => {
    await run.problem.getByRole('button', { name: 'Ask somebody' }).click();
    const mail = await page.getByRole('link', { name: 'Write an e-mail' }).getAttribute('href');
    const said = decodeURIComponent(mail ?? '');
    expect(said).toMatch(/^mailto:\?subject=.*broken1/);
    expect(said).toContain(words);
    const [link] = /http\S+#failure-\S+/.exec(said) ?? [''];
    await page.keyboard.press('Escape');
    await visit(page, '/');
    await visit(page, link);
    await expect(run.problem).toBeInViewport();
    const at = decodeURIComponent(new URL(link).hash.slice(1));
    await expect(page.locator(`[id="${at}"]`)).toContainText('broken1');
  });

  await test.step('the environment is marked as failed where it is listed', async () => {
    await visit(page, '/environments');
    await page
      .getByRole('searchbox', { name: 'Search environments by name' })
      .or(page.getByRole('table'))
      .first()
      .waitFor();
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Failed');
    await visit(page, `/environments/${id}/deployments`);
    await expect(new HistoryPage(page).entry(1)).toContainText('Failed');
    await expect(new HistoryPage(page).entry(1)).toContainText('By Max Member');
    await page.getByRole('link', { name: /^Version \d/ }).click();
  });

  await test.step('it stays failed while somebody drafts the repair: two facts, side by side', async () => {
    const api = await apiOf('member');
    const session = await draft(api, id, [webServer({ name: 'later', unitNamingPattern: 'later#' })]);
    const row = page.getByRole('row').filter({ hasText: name });
    await visit(page, '/environments');
    await expect(row).toContainText('Failed');
    await expect(row).toContainText('Your draft');
    await expect(row).toContainText('1 service, 2 in your draft');
    await api.ok('DELETE', `/v1/environments/${id}/sessions/${session}`);
    await expect(row).not.toContainText('Your draft');
    await visit(page, `/environments/${id}/deployments`);
    await page.getByRole('link', { name: /^Version \d/ }).click();
  });

  await test.step('deployed again it completes, and makes nothing twice', async () => {
    await run.failed();
    await deployAgain(page);
    await run.finished(1);
    await expect(run.machine('broken1')).toContainText('Ready: Done');
    await run.showEverything();
    await expect(run.log).toContainText(`broken1 is the primary controller of ${uniqueDomain}`);
    await expect(run.log).not.toContainText('Creating');
  });
});

test('a machine that the cloud refuses is told in the words of the cloud; deploying again makes it', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const words = 'No valid host was found. There are not enough hosts available.';
  await injectFault({ kind: 'stack', target: 'refused1', message: words, times: 1 });
  const page = await enterAs('member');
  const run = new RunPage(page);
  await deployController(page, uniqueName('Refused machine'), uniqueDomain, 'refused1');
  await run.failed();
  await expect(run.problem).toContainText(words);
  await expect(run.problem).toContainText('refused1');
  await deployAgain(page);
  await run.finished(1);
});
