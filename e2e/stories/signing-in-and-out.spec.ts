import { SignInPage } from '../pages/sign-in-page';
import { newPerson } from '../support/new-person';
import { person } from '../support/people';
import { expect, test } from '../support/story';

/** Other ways to write //evil.example, as seen by browsers: none may lead there. */
const AWAY = ['//evil.example', '/..//evil.example', '/.//evil.example', '/%2e%2e//evil.example', '/\\evil.example'];

test('signing in leads back to where one wanted to go, and never to another site', async ({
  browser,
  consoleErrors,
}) => {
  const { host } = new URL(process.env.VETRO_URL ?? '');
  /** signs in, in a browser of its own, and looks where that leads */
  const leadsTo = async (address: string, expected: string) => {
    const context = await browser.newContext({ baseURL: process.env.VETRO_URL });
    consoleErrors.watch(context);
    const page = await context.newPage();
    const isThere = () => expect(page).toHaveURL((url) => url.host === host && url.pathname + url.search === expected);
    await page.goto(address);
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    const signIn = new SignInPage(page);
    await signIn.choose(person('member').displayName);
    await signIn.submit.click();
    await isThere();
    // and with a sign-in that is there already
    await page.goto(address);
    await isThere();
    await context.close();
  };
  for (const way of AWAY) await leadsTo(`/sign-in?callbackUrl=${encodeURIComponent(way)}`, '/');
  await leadsTo('/catalog?from=mail', '/catalog?from=mail');
});

test('signing out ends the sign-in for whoever has its cookie, and every tab shows the sign-in page', async ({
  enterAs,
  browser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/);
  const page = await enterAs('member');
  const context = page.context();
  await page.goto('/environments');
  const tab = await context.newPage();
  await tab.goto('/');
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  const thief = await browser.newContext({
    baseURL: process.env.VETRO_URL,
    storageState: await context.storageState(),
  });
  expect((await thief.request.get('/v1/me')).status()).toBe(200);

  await test.step('one tab signs out, the other follows by itself', async () => {
    await page
      .getByRole('button', { name: person('member').displayName })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(tab).toHaveURL(/\/sign-in/);
    await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  await test.step('a copy of the cookie is worth nothing, also where it would be renewed', async () => {
    expect((await thief.request.get('/v1/me')).status()).toBe(401);
    expect(await (await thief.request.get('/api/auth/session')).json()).toEqual({});
    expect((await thief.request.get('/v1/me')).status()).toBe(401);
    await thief.close();
  });
});

test('whoever guesses a password does not lock its owner out', async ({ browser }) => {
  const { name, password } = await newPerson('Guessed Person', 'reader');
  const own = await browser.newContext({ baseURL: process.env.VETRO_URL });
  const post = async (context: typeof own, text: string) => {
    const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json();
    const form = { csrfToken, name, password: text, json: 'true' };
    return (await context.request.post('/api/auth/callback/credentials', { form })).status();
  };
  expect(await post(own, password)).toBe(200);
  const guesser = await browser.newContext({ baseURL: process.env.VETRO_URL });
  await expect.poll(() => post(guesser, 'wrong'), { intervals: [0] }).toBe(429);
  expect(await post(guesser, password)).toBe(429);
  expect(await post(own, password)).toBe(200);
  await Promise.all([own.close(), guesser.close()]);
});
