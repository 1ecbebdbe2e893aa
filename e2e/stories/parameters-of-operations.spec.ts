import { ServicePage } from '../pages/service-page';
import { apiOf } from '../support/api';
import { deployedServices } from '../support/deployed';
import { deployedEnvironment } from '../support/environments';
import { ownPackage, ownWebServer } from '../support/packages';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { RUN_MS } from '../support/waits';

test('an operation asks for values of every kind, tells all that is wrong at once, and runs with what is right', {
  tag: '@keyboard',
}, async ({ enterAs, consoleErrors, uniqueName }) => {
  consoleErrors.allow(/status of 400 .*executions/);
  const member = await apiOf('member');
  const pack = ownWebServer();
  await (await apiOf('admin')).upload('/v1/catalog/packages', pack.archive());
  const name = uniqueName('Reports');
  const host = `rp-${name.slice(-6)}`;
  const id = await deployedEnvironment(member, name, [
    webServer({ type: pack.type, name: 'shop', unitNamingPattern: host }),
  ]);
  const { shop } = await deployedServices(member, id);
  if (!shop) throw new Error('the service is not there');
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog');
  const press = () => dialog.getByRole('button', { name: 'Run now' }).click();
  const KEY = 'Gr33n-Orchard!';

  await test.step('each is asked for as what it is', async () => {
    await new ServicePage(page).open(id, shop);
    await new ServicePage(page).begin('Make a report');
    await expect(dialog.getByLabel('Days')).toHaveValue('30');
    await expect(dialog.getByLabel('Share')).toHaveAccessibleDescription('Of all visits.');
    await expect(dialog.getByRole('checkbox', { name: 'With names' })).not.toBeChecked();
    await expect(dialog.getByLabel('Key')).toHaveAttribute('type', 'password');
  });

  await test.step('everything that is wrong is told at once, each at its field', async () => {
    await dialog.getByLabel('Days').fill('a month');
    await dialog.getByLabel('Share').fill('1,5');
    await dialog.getByLabel('File').fill('Visits 1');
    await press();
    for (const sentence of [
      'Days must be a whole number.',
      'Share must be a number.',
      'Detail must be given.',
      'Small letters alone.',
      'Key must be given.',
    ]) {
      await expect(dialog.getByText(sentence, { exact: true })).toBeVisible();
    }
    await expect(dialog.getByLabel('Days')).toHaveValue('a month');
    await expect(dialog.getByLabel('Days')).toHaveAccessibleDescription('Days must be a whole number.');
    await expect(dialog.getByLabel('Share')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('what is still wrong after that is told again, and nothing else', async () => {
    await dialog.getByLabel('Days').fill('400');
    await dialog.getByLabel('Share').fill('0.5');
    await dialog.getByRole('combobox', { name: 'Detail' }).click();
    await page.getByRole('option', { name: 'full', exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'With names' }).check();
    await dialog.getByLabel('File').fill('visits');
    await dialog.getByLabel('Key').fill(KEY);
    await press();
    await expect(dialog.getByLabel('Days')).toHaveAccessibleDescription('Days must be at most 365.');
    await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1);
  });

  await test.step('with right values it runs, and its page shows what came of them, but no secret', async () => {
    await dialog.getByLabel('Days').fill('7');
    await press();
    await page.waitForURL('**/deployments/**');
    await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
      timeout: RUN_MS,
    });
    await expect(page.getByRole('heading', { name: /Make a report/ }).first()).toBeVisible();
    await expect(page.getByText('7 0.5 full true visits')).toBeVisible();
    const run = page.url().split('/').at(-1);
    const kept = await member.ok('GET', `/v1/environments/${id}/executions/${run}`);
    expect(kept).toMatchObject({
      run: { action: { arguments: { days: 7, share: 0.5, detail: 'full', named: true, file: 'visits' } } },
    });
    expect(JSON.stringify(kept)).not.toContain(KEY);
  });
});

test('an action of an object tells all that is wrong with its arguments at once', async ({
  enterAs,
  consoleErrors,
  uniqueName,
}) => {
  consoleErrors.allow(/status of 400 .*actions/);
  const member = await apiOf('member');
  const pack = ownPackage();
  await (await apiOf('admin')).upload('/v1/catalog/packages', pack.archive());
  const name = uniqueName('Measured');
  const id = await deployedEnvironment(member, name, [
    {
      type: pack.name,
      name: 'pages',
      greeting: 'Welcome',
      flavor: 'm1.small',
      osImage: { name: 'debian-12-murano' },
      unitNamingPattern: `m${name.slice(-6)}#`,
      units: [{}],
    },
  ]);
  const { pages } = await deployedServices(member, id);
  if (!pages) throw new Error('the service is not there');
  const page = await enterAs('member');
  const dialog = page.getByRole('dialog', { name: 'measure: pages' });
  const field = (label: string) => dialog.getByRole('textbox', { name: label });
  await new ServicePage(page).open(id, pages);
  await page.getByRole('button', { name: 'measure', exact: true }).click();
  await field('times').fill('twice');
  await field('of').fill('10');
  await field('names').fill('["a", ');
  await field('more').fill('{a: 1}');
  await dialog.getByRole('button', { name: 'Start' }).click();
  for (const label of ['times', 'of', 'names', 'more']) {
    await expect(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(dialog.getByText('times must be a whole number.', { exact: true })).toBeVisible();
  await expect(dialog.getByText('of must be at most 9.', { exact: true })).toBeVisible();
  await field('times').fill('2');
  await field('of').fill('9');
  await field('names').fill('["a", "b"]');
  await field('more').fill('{"a": 1}');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL('**/deployments/**');
  await expect(page.getByRole('main').getByText('Successful', { exact: true }).first()).toBeVisible({
    timeout: RUN_MS,
  });
});
