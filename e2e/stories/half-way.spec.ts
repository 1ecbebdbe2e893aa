import { EnvironmentPage } from '../pages/environment-page';
import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { injectFault } from '../support/faults';
import { webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

test('a restart goes on where a machine fails, one is ended early, and growth that stays half-way says so until it is resumed', async ({
  enterAs,
  uniqueName,
}) => {
  const member = await apiOf('member');
  const name = uniqueName('Half-way');
  const stem = `h${name.slice(-6)}`;
  const id = await deployedEnvironment(member, name, [webServerFarm('shop', 2, { unitNamingPattern: `${stem}#` })]);
  const { shop } = await deployedServices(member, id);
  const page = await enterAs('member');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const ask = async (label: string) => {
    await visit(page, `/environments/${id}/services/${shop?.id}`);
    await new ServicePage(page).begin(label);
  };
  const ended = (badge: string) =>
    expect(main.getByText(badge, { exact: true }).first()).toBeVisible({ timeout: RUN_MS });

  await test.step('More options: what fails is a warning, and nobody is told that all is as asked', async () => {
    await injectFault({ kind: 'command', target: `${stem}1/Stop-WebServer`, message: 'It hangs.', times: 1 });
    await ask('Restart');
    await dialog.getByText('More options').click();
    await dialog.getByRole('checkbox', { name: 'Go on when something fails' }).check();
    await dialog.getByRole('button', { name: 'Restart now' }).click();
    await ended('Completed with warnings');
    await expect(main.getByText('It came to its end, but not on every machine', { exact: true })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Go on where it stopped' })).toHaveCount(0);
  });

  await test.step('a cancel lets machines finish; what waits for its turn is not called ready', async () => {
    const mend = await injectFault({ kind: 'silence', target: `${stem}1`, message: 'No answer.' });
    await ask('Restart');
    await dialog.getByRole('button', { name: 'Restart now' }).click();
    // the page of the service has a button of that name as well
    await page.waitForURL('**/deployments/**');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(dialog).toContainText('What machines are doing now comes to its end, and is kept.');
    await dialog.getByRole('button', { name: 'End restart' }).click();
    await expect(page.getByText('What is under way comes to its end')).toBeVisible();
    const run = page.url().split('/').at(-1);
    // what the button offers after a while
    await member.ok('POST', `/v1/environments/${id}/executions/${run}/cancel?mode=force`);
    await expect(page.getByText('This restart was ended')).toBeVisible({ timeout: RUN_MS });
    await mend();
    await ask('Repair');
    await dialog.getByRole('button', { name: 'Repair now' }).click();
    await ended('Successful');
  });

  await test.step('growth that failed is on its badge in the list and on its page, and is resumed from there', async () => {
    await injectFault({ kind: 'command', target: `${stem}3/Install-WebServer`, message: 'It hangs.', times: 1 });
    await ask('Grow now');
    await dialog.getByRole('checkbox', { name: /^Take the new machines away again/ }).uncheck();
    await dialog.getByRole('button', { name: /^Add / }).click();
    await page.waitForURL('**/deployments/**');
    await ended('Failed');
    await visit(page, `/environments?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Grown half-way');
    await new EnvironmentPage(page).open(id, name);
    await expect(main.getByText('Growing was left half-way: it failed')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Roll back' })).toBeEnabled();
    await main.getByRole('button', { name: 'Resume' }).click();
    await page.waitForURL('**/deployments/**');
    await ended('Successful');
    await expect(page.getByText('Grown half-way')).toHaveCount(0);
  });
});
