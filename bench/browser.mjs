// A browser on the built product, with a database and machines of its own, for benchmarks of pages.
import { chromium } from '@playwright/test';
import { ensureBuild, ensureChromium } from '../scripts/setup.mjs';
import { ownServer } from './own-server.mjs';

const PASSWORD = 'Vetro-demo-1';
const DOMAIN = { id: 'default' };

/**
 * Serves the product and opens a page of it; everything is gone afterwards.
 * @param {{width: number, height: number, timeScale?: string, fast?: boolean}} options viewport; how long simulated
 *   machines take; fast: a database that never waits for its disk
 * @param {(parts: {base: string, page: import('@playwright/test').Page, api: (name: string) => Promise<Function>}) => Promise<void>} measure
 */
export async function inBrowser({ timeScale = '0.04', fast = true, ...viewport }, measure) {
  await ensureBuild();
  const executablePath = await ensureChromium();
  const server = await ownServer({ fast, env: { VETRO_TIME_SCALE: timeScale } });
  let browser;
  try {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const context = await browser.newContext({ viewport, baseURL: server.url, locale: 'en' });
    await measure({ base: server.url, page: await context.newPage(), api: (name) => apiOf(server.url, name) });
  } finally {
    await browser?.close();
    await server.end();
  }
}

/** Signs somebody of the demo in. */
export async function enter(page, name) {
  await page.goto('/sign-in');
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}

/** The API as somebody of the demo may use it. */
async function apiOf(base, name) {
  const signIn = await fetch(`${base}/identity/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: {
        identity: { methods: ['password'], password: { user: { name, domain: DOMAIN, password: PASSWORD } } },
        scope: { project: { name: 'Contoso', domain: DOMAIN } },
      },
    }),
  });
  const token = signIn.headers.get('x-subject-token');
  if (!token) throw new Error(`no token for ${name}: ${signIn.status}`);
  return async (method, at, body, session) => {
    const answer = await fetch(base + at, {
      method,
      headers: {
        'x-auth-token': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === undefined ? {} : { 'x-configuration-session': session }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
}
