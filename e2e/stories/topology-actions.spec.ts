import { EnvironmentPage } from '../pages/environment-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { activeDirectory, aspNetApp, PASSWORD, webServer, webServerFarm } from '../support/services';
import { expect, test } from '../support/story';

test('an empty place of the drawing is filled, and what was waiting for it uses it', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Empty places');
  const id = await createEnvironment(api, name);
  const session = await draft(api, id, [
    activeDirectory(uniqueDomain),
    aspNetApp({ name: 'portal', domain: uniqueDomain }),
  ]);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const wizard = new Wizard(page);
  await new EnvironmentPage(page).open(id, name);
  await page.getByRole('link', { name: 'Add a service here: Database server' }).click();

  await test.step('what can stand there is offered first, the simplest at the top', async () => {
    const fitting = page.getByRole('region', { name: 'What fits here' }).getByRole('link');
    await expect(fitting).toHaveCount(2);
    await fitting.first().click();
  });

  await test.step('the wizard knows where the service is to stand', async () => {
    await expect(page.getByRole('heading', { name: /MS SQL Server/ }).first()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText(uniqueDomain);
    await wizard.password('Administrator password', PASSWORD);
    await wizard.next('Machine');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('the place is taken, and the application keeps its data there', async () => {
    await expect(page.getByRole('link', { name: 'Add a service here: Database server' })).toBeHidden();
    const services = await api.call('GET', `/v1/environments/${id}/services`, undefined, session);
    expect(services.json).toMatchObject([{}, { name: 'portal', databaseServer: expect.any(String) }, {}]);
    await expect(page.getByRole('link', { name: `Add a service to ${uniqueDomain}` })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Next service' })).toBeVisible();
  });

  await test.step('what fits into the domain is offered first', async () => {
    await page.getByRole('link', { name: `Add a service to ${uniqueDomain}` }).click();
    const fitting = page.getByRole('region', { name: `What fits with ${uniqueDomain}` });
    await expect(fitting.getByRole('link', { name: /^Web Server Farm/ })).toBeVisible();
    await expect(fitting.getByRole('link', { name: /^Active Directory/ })).toBeHidden();
  });
});

test('several machines are selected and leave the draft together, in the drawing and in the list', async ({
  enterAs,
  uniqueName,
}) => {
  const api = await apiOf('member', 'Fabrikam');
  const name = uniqueName('Several');
  const id = await deployedEnvironment(api, name, [
    webServerFarm('many', 5, { unitNamingPattern: 'lot#' }),
    webServer({ name: 'alone', unitNamingPattern: 'alone#' }),
  ]);
  const page = await enterAs('member', { tenant: 'Fabrikam' });
  const environment = new EnvironmentPage(page);
  await environment.open(id, name);
  const machine = (host: string) => page.getByRole('button', { name: new RegExp(`^${host}, `) });
  const selected = page.getByRole('region', { name: 'Selected' });

  await test.step('by keyboard: Shift and an arrow takes the neighbour in', async () => {
    await machine('lot1').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selected).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expect(selected).toBeHidden();
  });

  await test.step('too few would be left: said, and by what it is removed', async () => {
    const select = async (host: string) => {
      await machine(host).focus();
      await page.keyboard.press('Control+Enter');
    };
    for (const host of ['lot1', 'lot2', 'lot3']) await select(host);
    const remove = await selected.getByRole('button', { name: 'Remove 3' }).elementHandle();
    await select('lot4');
    await expect(selected.getByRole('button', { name: 'Remove 4' })).toHaveAttribute('aria-disabled', 'true');
    // one that is made anew loses the focus and a press that has begun on it
    expect(await remove?.evaluate((element) => element.isConnected)).toBe(true);
    await page.keyboard.press('Escape');
  });

  await test.step('the list selects, too, and asks with the names of what is lost', async () => {
    await environment.showAsList();
    await page.getByRole('checkbox', { name: 'Select lot2' }).check();
    await page.getByRole('checkbox', { name: 'Select alone', exact: true }).check();
    await selected.getByRole('button', { name: 'Remove 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark one service and one machine for deletion?' });
    await expect(dialog).toContainText('lot2');
    await expect(dialog).toContainText('alone1');
    await dialog.getByRole('button', { name: 'Mark for deletion' }).click();
    await expect(selected).toBeHidden();
    await expect(environment.machine('lot2')).toContainText('Will be removed');
  });

  await test.step('what is to be removed can be kept after all, from its details', async () => {
    await page.getByRole('button', { name: 'lot2: show details' }).click();
    await page.getByRole('dialog', { name: 'lot2' }).getByRole('button', { name: 'Keep it' }).click();
    await expect(environment.machine('lot2')).not.toContainText('Will be removed');
  });
});

test('who only reads is offered no place to add, and nothing to remove', async ({ enterAs, uniqueName }) => {
  const api = await apiOf('member');
  const name = uniqueName('Looked at');
  const id = await deployedEnvironment(api, name, [aspNetApp({ name: 'seen', unitNamingPattern: 'seen#' })]);
  const page = await enterAs('reader');
  await new EnvironmentPage(page).open(id, name);
  await page.getByRole('button', { name: /^seen1, / }).click();
  const details = page.getByRole('dialog', { name: 'seen1' });
  await expect(details.getByRole('link', { name: 'Show the whole log of this machine' })).toBeVisible();
  // its deployment was over before the page was opened
  await expect(details.getByRole('region', { name: 'Recent reports' })).toContainText('seen1');
  await expect(details.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('link', { name: /^Add a service/ })).toHaveCount(0);
});
