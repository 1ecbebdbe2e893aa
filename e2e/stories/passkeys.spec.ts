import type { BrowserContext, Page } from '@playwright/test';
import { SignInPage } from '../pages/sign-in-page';
import { newPerson } from '../support/new-person';
import { letProofAge } from '../support/proofs';
import { expect, test } from '../support/story';

/** Somebody new, signed in by their password in a browser of their own. */
async function enterAsKim(context: BrowserContext): Promise<{ page: Page; name: string; password: string }> {
  const { name, password } = await newPerson('Kim Key');
  const page = await context.newPage();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.name.fill(name);
  await signIn.password.fill(password);
  await signIn.submit.click();
  await expect(page.getByRole('heading', { name: 'Hello, Kim' })).toBeVisible();
  return { page, name, password };
}

/** A device that looks who its person is, and always finds them. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const way = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const;
  const options = { ...way, hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await browser.send('WebAuthn.addVirtualAuthenticator', { options });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Kim Key' }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

/** Makes a passkey on the account page, which is shown. */
async function addPasskey(page: Page): Promise<void> {
  await page.locator('#passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await expect(page.locator('#passkeys').getByRole('listitem')).toHaveText(/Laptop.*not used yet/);
}

const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Prove again that it is you' });

test('somebody adds a passkey, signs in by it, proves by it who they are, and removes it by the password', async ({
  context,
  consoleErrors,
  uniqueName,
}) => {
  consoleErrors.allow(/status of 40[0134]/);
  const { page, name, password } = await enterAsKim(context);
  await addAuthenticator(context, page);
  const card = page.locator('#passkeys');

  await test.step('it is made on the account page, under a name', async () => {
    await page.goto('/account');
    await expect(card).toContainText('You have no passkey.');
    await addPasskey(page);
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    // the same device has one already
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByRole('button', { name: 'Make the passkey' }).click();
    await expect(dialog).toContainText('The browser made no passkey.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('it signs in without name and password', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Hello, Kim' })).toBeVisible();
  });

  await test.step('an hour later, deleting an environment needs it again', async () => {
    const origin = new URL(page.url()).origin;
    const environment = uniqueName('Short-lived');
    const made = await context.request.post('/v1/environments', { data: { name: environment }, headers: { origin } });
    const { id } = (await made.json()) as { id: string };
    await letProofAge(name);
    await page.goto(`/environments/${id}/settings`);
    await page.getByRole('button', { name: 'Delete' }).first().click();
    const confirm = page.getByRole('dialog', { name: `Delete ${environment}` });
    await confirm.getByRole('button', { name: /^Delete/ }).click();
    await expect(stepUp(page)).toBeVisible();
    await stepUp(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirm).toContainText('This needs a newer proof of who you are.');
    await confirm.getByRole('button', { name: /^Delete/ }).click();
    await stepUp(page).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(stepUp(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/environments$/);
    expect((await context.request.get(`/v1/environments/${id}`)).status()).toBe(404);
  });

  await test.step('another hour later, removing the passkey needs the password', async () => {
    await letProofAge(name);
    await page.goto('/account');
    await expect(card.getByRole('listitem')).toHaveText(/Laptop.*last used/);
    await card.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const field = stepUp(page).getByRole('textbox', { name: 'Password now' });
    await expect(field).toBeFocused();
    await field.fill('not it');
    await page.keyboard.press('Enter');
    await expect(stepUp(page)).toContainText('This is not the password that you have now.');
    await field.fill(password);
    await stepUp(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(card).toContainText('You have no passkey.');
  });

  await test.step('it opens nothing then', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('The passkey was not accepted.')).toBeVisible();
  });
});

test('an administrator removes the passkeys of somebody who lost what they are on', async ({ context, enterAs }) => {
  const { page, name } = await enterAsKim(context);
  await addAuthenticator(context, page);
  await page.goto('/account');
  await addPasskey(page);
  const office = await enterAs('admin');
  await office.goto(`/admin/users?q=${encodeURIComponent(name)}`);
  const more = office.getByRole('button', { name: 'More for Kim Key' });
  await more.click();
  await office.getByRole('menuitem', { name: 'Remove passkeys' }).click();
  const dialog = office.getByRole('dialog', { name: 'Remove the passkey of Kim Key?' });
  await dialog.getByRole('button', { name: 'Remove passkeys' }).click();
  await expect(office.getByText('Kim Key saved')).toBeVisible();
  await more.click();
  await expect(office.getByRole('menuitem', { name: 'Reset password' })).toBeVisible();
  await expect(office.getByRole('menuitem', { name: 'Remove passkeys' })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('#passkeys')).toContainText('You have no passkey.');
});
