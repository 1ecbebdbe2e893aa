import { CredentialsDialog } from '../pages/credentials-dialog';
import { RunPage } from '../pages/run-page';
import { injectFault } from '../support/faults';
import { expect } from '../support/story';
import { test } from './camera';
import { change, database, deploying, domain, farm, member, over, TENANT } from './world';

const chapter = 'Deploying';

test('a template, from its tile to the passwords', async ({ enterAs, take }) => {
  const page = await enterAs('member', { tenant: TENANT });
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Deploy Small office domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy Small office domain' });
  await dialog.getByLabel('Name of the environment').fill('Front desk');
  await take(page, { chapter, name: 'template-deploy', title: 'A template needs a name' });
  await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  const credentials = new CredentialsDialog(page, 'Front desk');
  await expect(credentials.dialog).toContainText('Keep these passwords');
  await take(page, { chapter, name: 'credentials', title: 'The passwords to keep' });
  await credentials.download();
  await credentials.goOn('Watch the deployment');
  await new RunPage(page).finished(3);
});

test('a deployment while it runs, and when it is done', async ({ enterAs, take }) => {
  const api = await member();
  // past runs, by which the next is judged
  const { id: before } = await deploying(api, 'Head office', [
    domain('fabrikam.local'),
    farm('intranet', 'fabrikam.local', 'web#'),
    database('accounts', 'fabrikam.local', 'sql#'),
  ]);
  await over(api, before);
  await change(api, before, async (at, session) => {
    await api.ok('POST', `${at}/services/1/units`, {}, session);
    await api.ok('PUT', `${at}/services/2`, { flavor: 'm1.large' }, session);
  });
  const switchOn = await injectFault({ kind: 'off', target: 'shopdc2', message: 'Switched off.' }, TENANT);
  const { run: path } = await deploying(api, 'Web shop', [
    domain('shop.local', 'shopdc#'),
    farm('shop', 'shop.local', 'shop#'),
  ]);
  const page = await enterAs('member', { tenant: TENANT });
  const run = new RunPage(page);
  await page.goto(path);
  for (const host of ['shop1', 'shop2']) {
    const joined = page.getByRole('button', { name: new RegExp(`^Joining the domain on ${host}, done`) });
    await expect(joined).toBeVisible({ timeout: 90_000 });
  }
  await expect(page.getByRole('button', { name: /^shop1, / })).toBeVisible();
  await take(page, { chapter, name: 'run', title: 'A deployment while it runs' }, { dark: true });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Running now' })).toBeVisible();
  await take(page, { chapter, name: 'home-running', title: 'Home while something runs' });

  await switchOn();
  await page.goto(path);
  await run.finished(4);
  await take(page, { chapter, name: 'run-done', title: 'A deployment that is done' }, { dark: true });
  await page.getByRole('button', { name: 'Steps', exact: true }).click();
  await take(page, { chapter, name: 'run-steps', title: 'Its steps as a list' });
  await page.goto(path);
  await run.finished(4);
  await page.getByRole('button', { name: 'Replay' }).click();
  const bar = page.getByRole('group', { name: 'Replay of this deployment' });
  await bar.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 6; step += 1) await bar.getByRole('button', { name: 'Next step' }).click();
  await take(page, { chapter, name: 'run-replay', title: 'A deployment played again' });
  await page.goto(`${path}/report`);
  await expect(page.getByRole('heading', { name: 'Deployment report' })).toBeVisible();
  await take(page, { chapter, name: 'report', title: 'The report, for paper' });
});

test('a deployment that fails', async ({ enterAs, take }) => {
  const api = await member();
  const words = 'The installer of SQL Server ended with code 1603: there is not enough space on drive C:.';
  await injectFault({ kind: 'command', target: 'books1/Install-SqlServer', message: words, times: 1 }, TENANT);
  const { run: path } = await deploying(api, 'Accounting', [
    domain('books.local', 'booksdc#'),
    database('books', 'books.local', 'books#'),
  ]);
  const page = await enterAs('member', { tenant: TENANT });
  await page.goto(path);
  await new RunPage(page).failed();
  await take(page, { chapter, name: 'run-failed', title: 'A deployment that failed' }, { dark: true });
});
