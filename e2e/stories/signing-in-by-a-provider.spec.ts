import type { Page } from '@playwright/test';
import { expect, test } from '../support/story';

/** Goes by the button to the provider, and says there who one is. */
async function signInThere(page: Page, account: string) {
  await page.getByRole('button', { name: 'Sign in with Staff login' }).click();
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('people of an OpenID Connect provider sign in by it, with the role of the table, and out of both', async ({
  browser,
  consoleErrors,
}) => {
  const context = await browser.newContext({ baseURL: process.env.VETRO_URL });
  consoleErrors.watch(context);
  const page = await context.newPage();
  await page.goto('/sign-in?callbackUrl=%2Faccount');
  await signInThere(page, 'staff-1');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('anna.staff')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /Contoso/ })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Anna Staff' }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect((await context.request.get('/v1/me')).status()).toBe(401);
  await context.close();
});

test('whom the table gives nothing is told so on the sign-in page', async ({ browser, consoleErrors }) => {
  const context = await browser.newContext({ baseURL: process.env.VETRO_URL });
  consoleErrors.watch(context);
  const page = await context.newPage();
  await page.goto('/sign-in');
  await signInThere(page, 'guest-1');
  await expect(page).toHaveURL(/\/sign-in\?error=no_role$/);
  await expect(page.getByText('Staff login knows you, but nothing gives you a role here.')).toBeVisible();
  await context.close();
});
