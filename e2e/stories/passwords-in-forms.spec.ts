import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment, deployedEnvironment, draft } from '../support/environments';
import { activeDirectory, sqlServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

test('a password is made, another service has the same, and nobody types one twice', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const member = await apiOf('member');
  const id = await createEnvironment(member, uniqueName('One password'));
  const page = await enterAs('member');
  const wizard = new Wizard(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  let made = '';

  await test.step('a password that is made meets every rule, is shown, and is not asked for again', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('Active Directory');
    await wizard.question('Domain name').fill('localhost.local');
    await wizard.question('Administrator password').focus();
    await expect(wizard.question('Domain name')).toHaveAccessibleDescription(/choose another one/);
    await wizard.question('Domain name').fill(uniqueDomain);
    await page.getByRole('button', { name: 'Make one' }).first().click();
    made = await wizard.question('Administrator password').inputValue();
    expect(made).toMatch(/^\S{24}$/);
    await expect(wizard.question('Administrator password, once more')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  });

  await test.step('it is not taken for the recovery password, too', async () => {
    await wizard.password('Recovery password', made);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(wizard.question('Recovery password')).toHaveAccessibleDescription(
      /must differ from "Administrator password"/,
    );
    await page.getByRole('button', { name: 'Make one' }).last().click();
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
  });

  await test.step('the second service joins the only domain, and is given the same password', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('Web Server');
    await expect(page.getByRole('combobox', { name: 'Domain' })).toHaveText(uniqueDomain);
    await page.getByRole('button', { name: `Same as ${uniqueDomain}` }).click();
    await expect(page.getByText(`Same as ${uniqueDomain}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use another one' })).toBeFocused();
    await page.reload();
    await expect(page.getByText(`Same as ${uniqueDomain}`)).toBeVisible();
    await wizard.next('Machine');
    await wizard.next('Review');
    await expect(page.getByText("the same as another service's, kept secret")).toBeVisible();
    sent.length = 0;
    await wizard.addToDraft();
    expect(sent.join()).toContain('"$secret":"copy"');
    expect(sent.join()).not.toContain(made);
  });

  await test.step('a third has a choice of whose, and may have its own after all', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('MS SQL Server');
    await page.getByRole('button', { name: 'Same as another service' }).click();
    await page.getByRole('menuitem', { name: 'web', exact: true }).click();
    await expect(page.getByText('Same as web')).toBeVisible();
    await page.getByRole('button', { name: 'Use another one' }).click();
    await expect(wizard.question('Administrator password')).toBeFocused();
  });
});

test('a password that is saved can become that of another service', async ({ enterAs, uniqueName, uniqueDomain }) => {
  const member = await apiOf('member');
  const id = await deployedEnvironment(member, uniqueName('Saved'), [activeDirectory(uniqueDomain)]);
  await draft(member, id, [sqlServer({ adminPassword: 'An0ther-Orchard!', unitNamingPattern: 'ledger#' })]);
  const page = await enterAs('member');
  await visit(page, `/environments/${id}/services`);
  await page.getByRole('link', { name: 'sql', exact: true }).click();
  await page.getByRole('button', { name: 'Edit settings' }).click();
  await page.getByRole('button', { name: 'Change administrator password' }).click();
  await page.getByRole('button', { name: `Same as ${uniqueDomain}` }).click();
  await page.getByRole('button', { name: 'Save in draft' }).click();
  await expect(page.getByText('Saved in your draft')).toBeVisible();
});
