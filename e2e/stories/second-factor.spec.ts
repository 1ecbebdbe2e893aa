import { Secret, TOTP } from 'otpauth';
import { SignInPage } from '../pages/sign-in-page';
import { newPerson } from '../support/new-person';
import { expect, test } from '../support/story';

const codeOf = (secret: string, intervals = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + intervals * 30_000 });

test('somebody sets up a second factor, signs in by a code and by a recovery code, and an administrator removes it', async ({
  browser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[01]/);
  const { name, password } = await newPerson('Tom Totp');
  const hello = { name: 'Hello, Tom' };
  const context = await browser.newContext({ baseURL: process.env.VETRO_URL });
  consoleErrors.watch(context);
  const page = await context.newPage();
  const code = page.getByLabel('Code', { exact: true });
  const enter = async () => {
    // a page whose sign-in is over goes to the sign-in by itself
    await page.goto('about:blank');
    await context.clearCookies();
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.name.fill(name);
    await signIn.password.fill(password);
    await signIn.submit.click();
    return signIn;
  };
  await enter();
  await expect(page.getByRole('heading', hello)).toBeVisible();

  let secret = '';
  let recovery: string[] = [];
  await test.step('it is set up from the account, by the password and a first code', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Password now' }).fill('not it');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('This is not the password that you have now.');
    await dialog.getByRole('textbox', { name: 'Password now' }).fill(password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    secret = (await dialog.locator('code').textContent()) ?? '';
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('The code is wrong.');
    await code.fill(codeOf(secret, -1));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    recovery = await codes.allInnerTexts();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.locator('#second-factor')).toContainText('10 recovery codes are left');
  });

  await test.step('the password alone signs in no more; a code does, once', async () => {
    const signIn = await enter();
    await expect(code).toBeFocused();
    await code.fill(codeOf(secret));
    await signIn.submit.click();
    await expect(page.getByRole('heading', hello)).toBeVisible();
    await enter();
    await code.fill(codeOf(secret, -1));
    await signIn.submit.click();
    await expect(page.getByText('The code is wrong, or it was used already.')).toBeVisible();
  });

  await test.step('a recovery code does, too', async () => {
    await code.fill(recovery[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', hello)).toBeVisible();
  });

  await test.step('an administrator sees where they are signed in, signs them out and removes it', async () => {
    const others = await browser.newContext({ baseURL: process.env.VETRO_URL });
    consoleErrors.watch(others);
    const office = await others.newPage();
    const signIn = new SignInPage(office);
    await signIn.open();
    await signIn.choose('Ada Admin');
    await signIn.submit.click();
    await expect(office.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
    await office.goto(`/admin/users?q=${encodeURIComponent(name)}`);
    const more = office.getByRole('button', { name: 'More for Tom Totp' });
    await more.click();
    await office.getByRole('menuitem', { name: 'Where they are signed in' }).click();
    const dialog = office.getByRole('dialog', { name: /^Where / });
    await expect(dialog.getByRole('listitem').first()).toContainText('Chrome');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(dialog).toContainText('Nowhere');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    // the page leads there by itself
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await more.click();
    await office.getByRole('menuitem', { name: 'Remove second factor' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
    await expect(office.getByText('Tom Totp saved')).toBeVisible();
    await enter();
    await expect(page.getByRole('heading', hello)).toBeVisible();
  });
});
