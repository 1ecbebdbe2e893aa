import { SignInPage } from '../pages/sign-in-page';
import { apiOf } from '../support/api';
import { newPerson } from '../support/new-person';
import { expect, test } from '../support/story';

test('somebody changes their own password by keyboard: they stay here, are out elsewhere, and it is in the audit log', async ({
  browser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[01]/);
  const admin = await apiOf('admin');
  const { name, password: old } = await newPerson('Pia Person', 'reader');
  const next = 'Quiet-Lantern-47!';
  const enter = async (password: string) => {
    const context = await browser.newContext({ baseURL: process.env.VETRO_URL });
    consoleErrors.watch(context);
    const page = await context.newPage();
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.name.fill(name);
    await signIn.password.fill(password);
    await signIn.submit.click();
    return page;
  };
  const hello = { name: 'Hello, Pia' };
  const [here, elsewhere] = [await enter(old), await enter(old)];
  await expect(here.getByRole('heading', hello)).toBeVisible();
  await expect(elsewhere.getByRole('heading', hello)).toBeVisible();

  await test.step('the palette leads there', async () => {
    await here.keyboard.press('ControlOrMeta+k');
    await expect(here.getByRole('combobox', { name: 'Go to or do' })).toBeFocused();
    await here.keyboard.type('change my password');
    await here.keyboard.press('Enter');
    await expect(here).toHaveURL(/\/account#password$/);
  });

  const field = (label: string) => here.getByRole('textbox', { name: label, exact: true });
  const form = here.locator('form', { has: here.getByRole('button', { name: 'Change my password' }) });
  await test.step('a wrong old one, a weak one and two that differ are told at their fields', async () => {
    await field('Password now').focus();
    await here.keyboard.type('not it');
    await field('New password').fill('short');
    await here.keyboard.press('Enter');
    await expect(form).toContainText('It is too short.');
    await expect(form).toContainText('The two are not the same.');
    await expect(field('New password')).toBeFocused();
    await field('New password').fill(next);
    await field('New password, once more').fill(next);
    await here.keyboard.press('Enter');
    await expect(form).toContainText('This is not the password that you have now.');
    await expect(field('Password now')).toBeFocused();
  });

  await test.step('it is changed; this sign-in goes on, the other is over', async () => {
    await field('Password now').fill(old);
    await here.keyboard.press('Enter');
    await expect(here.getByText('Your password is changed')).toBeVisible();
    await expect(field('Password now')).toHaveValue('');
    await here.reload();
    await expect(here.getByRole('heading', { name: 'Change my password' })).toBeVisible();
    await elsewhere.goto('/environments');
    await expect(elsewhere).toHaveURL(/\/sign-in/);
  });

  await test.step('the new one signs in', async () => {
    const again = await enter(next);
    await expect(again.getByRole('heading', hello)).toBeVisible();
    await here.reload();
    const signIns = here.getByRole('listitem').filter({ hasText: 'Chrome, Linux' });
    await expect(signIns).toHaveCount(2);
    await expect(signIns.filter({ hasText: 'This browser' })).toHaveCount(1);
    await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(signIns).toHaveCount(1);
    // an open page hears of it
    await expect(again).toHaveURL(/\/sign-in/);
    await again.context().close();
  });
  const { entries } = (await admin.ok('GET', '/v1/admin/audit?action=user.changePassword')) as {
    entries: { details: { name: string } }[];
  };
  expect(entries.map(({ details }) => details.name)).toContain(name);
  await here.context().close();
  await elsewhere.context().close();
});
