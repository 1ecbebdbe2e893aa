import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a deployment is watched from another tab, searched, played again and taken along on paper', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member');
  const page = await enterAs('member');
  const run = new RunPage(page);
  const name = uniqueName('Watched');
  const id = await createEnvironment(member, name);
  await draft(member, id, [activeDirectory(uniqueDomain, { unitNamingPattern: 'watched#' })]);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/catalog');
  // a tab in the background draws nothing, and what draws nothing cannot be pressed
  await page.bringToFront();
  // a machine that does not come up holds the run until what happens during it has been seen
  const mend = await injectFault({ kind: 'off', target: 'watched1', message: 'The machine is switched off.' });
  await visit(page, `/environments/${id}/review`);
  await new ReviewPage(page).deploy();
  const address = new URL(page.url()).pathname;

  await test.step('asked to tell when it is done, every tab does', async () => {
    await page.getByRole('button', { name: 'Tell me when it is done' }).click();
    await expect(page.getByRole('button', { name: 'Will tell you' })).toHaveAttribute('aria-pressed', 'true');
    await mend();
    await run.finished(1);
    await expect(elsewhere.getByText(`${name}: Version 1 is done`)).toBeVisible();
    await elsewhere.close();
  });

  await test.step('the log is searched as one types, and the search is in the address', async () => {
    await run.show('Log');
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('primary');
    await expect(run.log.locator('mark').first()).toHaveText(/primary/i);
    await page.getByRole('button', { name: 'Next match' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^2 of \d+$/ })).toBeVisible();
    await expect(page).toHaveURL(/[?&]q=primary/);
    await page.getByRole('searchbox', { name: 'Search the log' }).clear();
  });

  await test.step('a link to a line shows that line to others, whatever they had filtered', async () => {
    const line = run.log.getByRole('listitem').filter({ hasText: `primary controller of ${uniqueDomain}` });
    const seq = await line.getAttribute('data-seq');
    await page.goto(`${address}?level=error#L${seq}`);
    await expect(line).toBeInViewport();
  });

  await test.step('the steps tell as a list what the timeline draws, and which determined the end', async () => {
    await run.show('Steps');
    const step = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Making the first domain controller/ }) });
    await expect(step.last()).toContainText('Critical path');
    await run.show('Timeline');
    await expect(
      page.getByRole('button', { name: /^Making the first domain controller on watched1, done, .* determined/ }),
    ).toBeVisible();
  });

  await test.step('a step opens where it stands: what its machine was given, secrets masked, and what was said', async () => {
    await page.getByRole('button', { name: /^Making the first domain controller on watched1/ }).click();
    const details = page.getByRole('region', { name: /^Making the first domain controller on watched1/ });
    await expect(details).toContainText('Install-RolePrimaryDomainController');
    await expect(details).toContainText('*** SANITIZED ***');
    await expect(details.getByRole('list', { name: 'What was said of it' })).toContainText('watched1');
    await expect(page).toHaveURL(/[?&]step=/);
    await details.getByRole('button', { name: 'Close the details' }).click();
    await expect(details).toBeHidden();
  });

  await test.step('played again it shows the moment, in the machines, the log and the topology', async () => {
    await page.getByRole('button', { name: 'Replay' }).click();
    const bar = page.getByRole('group', { name: 'Replay of this deployment' });
    await bar.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    await expect(run.machines.first()).toContainText('Wait');
    await run.show('Log');
    await expect(run.log).not.toContainText('primary controller');
    await bar.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('End');
    await expect(run.log).toContainText('primary controller');
    await bar.getByRole('button', { name: 'Back to the present' }).click();
    await run.finished(1);
  });

  await test.step('the report holds who, what changed, how long, and no secret', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    await expect(page.getByRole('heading', { name: 'Deployment report' })).toBeVisible();
    const report = page.locator('.deployment-report');
    await expect(report).toContainText('Max Member');
    await expect(report).toContainText(uniqueDomain);
    await expect(report).toContainText('Making the first domain controller');
    await expect(report).toContainText('*** SANITIZED ***');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(report).toBeVisible();
    await page.emulateMedia({ media: null });
  });
});

test('presenter mode enlarges the page, is remembered, and ends by the same key', async ({ enterAs }) => {
  const page = await enterAs('reader');
  await page.goto('/catalog');
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const usual = await size();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Leave presenter mode' })).toBeVisible();
  expect(await size()).toBeGreaterThan(usual);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Leave presenter mode' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Leave presenter mode' })).toBeHidden();
  expect(await size()).toBe(usual);
});
