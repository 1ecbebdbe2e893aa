import { readFile } from 'node:fs/promises';
import { EnvironmentPage } from '../pages/environment-page';
import { apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { activeDirectory, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test('a failed machine is found among many: it is shown on arrival, by filter and by search', {
  tag: '@keyboard',
}, async ({ enterAs, uniqueName }) => {
  const words = 'The feature could not be installed. Error 0x800f0922.';
  await injectFault({ kind: 'command', target: 'many7/Install-WebServer', message: words, times: 1 }, 'Fabrikam');
  const api = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Many machines');
  const id = await createEnvironment(api, name);
  const session = await draft(api, id, [webServerFarm('big-farm', 14, { unitNamingPattern: 'many#' })]);
  await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await expect
    .poll(async () => (await api.ok('GET', `/v1/environments/${id}`)).status, { timeout: RUN_MS })
    .toBe('failed');

  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const environment = new EnvironmentPage(page);
  await environment.open(id, name);
  const failed = page.getByRole('button', { name: /^many7, Web Server Farm, Failed/ });

  await test.step('on arrival the failed machine is in sight', async () => {
    await expect(failed).toBeInViewport();
  });

  await test.step('the filter keeps to what failed, and the address says so', async () => {
    await page.getByRole('button', { name: 'Failed: 1 machine' }).click();
    await expect(page.getByText('1 of 14 machines')).toBeVisible();
    await expect(page).toHaveURL(/states=failed/);
    await page.reload();
    await expect(page.getByText('1 of 14 machines')).toBeVisible();
    await environment.showAsList();
    await expect(environment.machine('many7')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Machines of big-farm' }).getByRole('listitem')).not.toHaveCount(14);
    await page.getByRole('button', { name: 'Graph' }).click();
    await page.getByRole('button', { name: 'Failed: 1 machine' }).click();
  });

  await test.step('search goes from match to match, also into a service that is collapsed', async () => {
    await page.getByRole('button', { name: /^big-farm, Web Server Farm/ }).click();
    await expect(failed).toBeHidden();
    const search = page.getByRole('searchbox', { name: 'Search machines' });
    await search.fill('many1');
    await expect(page.getByText('6 of 14 machines')).toBeVisible();
    await search.press('Enter');
    await expect(page.getByText('1 of 6', { exact: true })).toBeVisible();
    await search.press('Shift+Enter');
    await expect(page.getByText('6 of 6', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/find=many1/);
    await search.fill('');
  });

  await test.step('the keyboard goes from machine to machine and opens the details', async () => {
    const machine = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
    await machine('many1').focus();
    await page.keyboard.press('ArrowRight');
    await expect(machine('many2')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(machine('many1')).toBeFocused();
    await failed.focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'many7' });
    await expect(details).toContainText(words);
    await expect(page).toHaveURL(/host=/);
    await page.keyboard.press('Escape');
  });

  await test.step('the drawing is saved with its title and every machine', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click();
    const file = await (await coming).path();
    const svg = await readFile(file, 'utf8');
    expect(svg).toContain(`Topology of ${name}`);
    expect(svg).toContain('many14');
    await page.getByRole('button', { name: 'Export' }).click();
    const picture = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    const bytes = await readFile(await (await picture).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });
});

test('a controller of a domain is reached from its service by the address alone', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member');
  const name = uniqueName('By address');
  const id = await createEnvironment(api, name);
  await draft(api, id, [activeDirectory(uniqueDomain)]);
  const page = await enterAs('member');
  await new EnvironmentPage(page).open(id, name);
  await page.getByRole('button', { name: `About ${uniqueDomain}` }).click();
  const service = page.getByRole('dialog', { name: uniqueDomain });
  await service.getByRole('button', { name: 'Domain controller' }).click();
  await expect(page.getByRole('dialog', { name: 'Domain controller' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Domain controller' })).toBeVisible();
});
