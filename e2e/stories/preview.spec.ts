import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { activeDirectory, PASSWORD, webServer, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('a farm gets one more machine, and its owner reads what will happen before pressing Deploy', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member');
  const id = await deployedEnvironment(api, uniqueName('Branch'), [
    activeDirectory(uniqueDomain, { unitNamingPattern: 'bdc#' }),
    webServerFarm('shop', 2, { domain: uniqueDomain, unitNamingPattern: 'shop#' }),
    webServer({ name: 'notes', unitNamingPattern: 'notes#' }),
  ]);
  const services = (await api.ok('GET', `/v1/environments/${id}`)).services as { id: string; name: string }[];
  const farm = services.find(({ name }) => name === 'shop')?.id ?? '';
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const review = new ReviewPage(page);

  await test.step('one more web server goes into the draft', async () => {
    await visit(page, `/environments/${id}/services/${farm}`);
    await page.getByRole('button', { name: 'Add web servers to draft' }).click();
    await page.getByRole('button', { name: 'Add web server to draft', exact: true }).click();
    await expect(environment.draft).toContainText('1 change in your draft');
    await environment.review();
  });

  await test.step('the review says which machine comes, and that the others stay', async () => {
    await expect(page.getByText('Deploying creates 1 machine.')).toBeVisible();
    await expect(review.changes).toContainText('add one more web server');
    const machines = review.preview.getByRole('list', { name: 'Machines' });
    await expect(machines.getByRole('listitem')).toHaveCount(1);
    await expect(machines).toContainText('shop3');
    await expect(review.preview).toContainText('4 machines stay as they are');
  });

  await test.step('step by step, with what is asked of the machine and no password in sight', async () => {
    await review.preview.getByRole('button', { name: /^Step by step \(/ }).click();
    const domain = new RegExp(`-DomainName ${uniqueDomain}|${uniqueDomain}`);
    await expect(review.preview.getByText('Create 1 machine', { exact: true })).toBeVisible();
    await expect(review.preview.getByText('Joining the domain on shop3')).toBeVisible();
    await expect(review.preview.getByText('Installing the web server on shop3')).toBeVisible();
    await expect(review.preview.getByText(domain).first()).toBeVisible();
    await expect(review.preview.getByText('*** SANITIZED ***').first()).toBeVisible();
    await expect(review.preview).not.toContainText(PASSWORD);
    await review.preview.getByRole('button', { name: /^Resources in the cloud \(/ }).click();
    await expect(review.preview.getByText('shop3-port', { exact: true })).toBeVisible();
    await expect(review.preview.getByText('unchanged').first()).toBeVisible();
  });

  await test.step('how long it takes is judged by past runs, and the quota is drawn before and after', async () => {
    await expect(review.preview.getByText(/^Expected duration: /)).toBeVisible();
    await expect(review.preview.getByText('Judged by past runs of the same steps.')).toBeVisible();
    await expect(review.preview.getByText(/\d+ now, \d+ afterwards, of \d+/).first()).toBeVisible();
  });

  await test.step('a service that was removed by mistake comes back alone', async () => {
    const session = (await api.ok('GET', `/v1/environments/${id}/sessions`)).sessions as { id: string }[];
    const notes = services.find(({ name }) => name === 'notes')?.id ?? '';
    await api.ok('DELETE', `/v1/environments/${id}/services/${notes}`, undefined, session[0]?.id);
    await page.reload();
    await expect(page.getByText('Deploying creates 1 machine and removes 1 machine.')).toBeVisible();
    await expect(page.getByText('notes1 is deleted with everything on it.')).toBeVisible();
    await page.getByRole('button', { name: /^Undo: Remove Web Server "notes"/ }).click();
    await expect(page.getByText('Deploying creates 1 machine.')).toBeVisible();
    await expect(review.changes).not.toContainText('notes');
  });

  await test.step('the changes are there as JSON, too', async () => {
    await review.changes.getByRole('button', { name: 'As JSON' }).click();
    await expect(review.changes).toContainText('"kind": "unitAdded"');
    const download = page.waitForEvent('download');
    await review.changes.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/-changes\.json$/);
    await review.changes.getByRole('button', { name: 'In words' }).click();
  });

  await test.step('what was predicted happens', async () => {
    await review.deploy();
    const run = new RunPage(page);
    await expect(run.machines.first()).toBeVisible();
    await run.show('Log');
    await expect(run.log).toContainText('Deployment finished', { timeout: RUN_MS });
    const after = (await api.ok('GET', `/v1/environments/${id}`)).services as { name: string; units: unknown[] }[];
    expect(after.find(({ name }) => name === 'shop')?.units).toHaveLength(3);
  });
  await api.call('DELETE', `/v1/environments/${id}`);
});
