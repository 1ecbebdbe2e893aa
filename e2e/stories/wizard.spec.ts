import type { Locator, Page } from '@playwright/test';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment } from '../support/environments';
import { PASSWORD, RECOVERY_PASSWORD } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** Told wrong beside the field itself, for readers too. */
async function expectWrong(field: Locator, why: RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(why);
}

/** What is typed is kept a moment after the last key. */
async function kept(page: Page, text: string): Promise<void> {
  const forms = () => page.evaluate(() => JSON.stringify(Object.values(sessionStorage)));
  await expect.poll(forms).toContain(text);
}

test('scenario 41, rough edge 37: going back, changing the type or a value loses nothing; every error is told at once, beside its field', async ({
  enterAs,
  inputDevice,
  uniqueName,
  uniqueDomain,
}) => {
  const name = uniqueName('Wizard');
  const id = await createEnvironment(await apiOf('member'), name);
  const page = await enterAs('member');
  const wizard = new Wizard(page);
  const next = page.getByRole('button', { name: 'Next', exact: true });

  await test.step('all that is missing is told together', async () => {
    await visit(page, `/environments/${id}/services/add`);
    await wizard.choose('Active Directory');
    await next.click();
    await wizard.expectStep('Your domain');
    await expectWrong(wizard.question('Domain name'), /Fill in "Domain name"\./);
    await expectWrong(wizard.question('Administrator password'), /Fill in "Administrator password"\./);
    await expectWrong(wizard.question('Recovery password'), /Fill in "Recovery password"\./);
  });

  await test.step('passwords that differ are told while they are typed', async () => {
    await wizard.question('Domain name').fill(uniqueDomain);
    await wizard.question('Administrator password').fill(PASSWORD);
    await wizard.question('Administrator password, once more').fill(`${PASSWORD.slice(0, -1)}?`);
    await expectWrong(wizard.question('Administrator password, once more'), /The two passwords differ\./);
    await wizard.question('Administrator password, once more').fill(PASSWORD);
    await expect(wizard.question('Administrator password, once more')).not.toHaveAttribute('aria-invalid', 'true');
    await wizard.password('Recovery password', RECOVERY_PASSWORD);
  });

  await test.step('what was typed is there on every way back, and a changed value on every way forth', async () => {
    await wizard.next('Machines');
    await wizard.next('Review');
    await expect(page.getByText(uniqueDomain).first()).toBeVisible();
    await wizard.back('Machines');
    await wizard.back('Your domain');
    await expect(wizard.question('Administrator password')).toHaveValue(PASSWORD);
    await expect(wizard.question('Recovery password')).toHaveValue(RECOVERY_PASSWORD);
    await wizard.question('Domain name').fill(`changed.${uniqueDomain}`);
    await wizard.next('Machines');
    await wizard.next('Review');
    await expect(page.getByText(`changed.${uniqueDomain}`).first()).toBeVisible();
    await wizard.back('Machines');
    await wizard.back('Your domain');
  });

  await test.step('pressing beside the form or Escape closes nothing', async () => {
    if (inputDevice === 'pointer') await page.mouse.click(5, 450);
    await page.keyboard.press('Escape');
    await expect(wizard.question('Domain name')).toHaveValue(`changed.${uniqueDomain}`);
  });

  await test.step('another type is looked at; the first one is as it was left', async () => {
    await kept(page, `changed.${uniqueDomain}`);
    await page.getByRole('link', { name: 'Choose another service' }).click();
    await wizard.choose('MS SQL Server');
    // what does not count is not asked for: a hidden question blocks nobody
    await expect(page.getByRole('checkbox', { name: 'Allow SQL logins, too' })).not.toBeChecked();
    await expect(wizard.question('Password of the database administrator')).toBeHidden();
    await wizard.password('Administrator password', PASSWORD);
    await wizard.next('Machine');
    await wizard.back('Your database server');
    await page.getByRole('link', { name: 'Choose another service' }).click();
    await wizard.choose('Active Directory');
    await expect(page.getByText('Continued where you left off')).toBeVisible();
    await expect(wizard.question('Domain name')).toHaveValue(`changed.${uniqueDomain}`);
    await expect(wizard.question('Administrator password')).toHaveValue(PASSWORD);
    await expect(wizard.question('Administrator password, once more')).toHaveValue(PASSWORD);
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
  });
});
