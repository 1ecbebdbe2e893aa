import http from 'node:http';
import { createSeededRandom } from '../../lib/api/testing/hostile/seeded-random';
import { send, sendRaw } from '../../lib/api/testing/hostile/send';
import { oddBody, TEXTS } from '../../lib/api/testing/hostile/values';
import { serverUrl } from '../support/api';
import { expect, test } from '../support/story';

const PAGES = [
  '/',
  '/sign-in',
  '/environments',
  '/environments/ID',
  '/catalog/webServer',
  '/templates',
  '/admin/users',
];
const OTHERS = [
  '/icon.svg',
  '/_next/static/chunks/ID',
  '/_next/image',
  '/_next/data/x/ID.json',
  '/machines/ID/',
  '/nothing',
];
const SIGN_IN = [
  'session',
  'csrf',
  'providers',
  'signin',
  'signin/credentials',
  'signout',
  'callback/credentials',
  'error',
  '_log',
  'ID',
];
/** Headers that the dashboard's server, or what it is made of, reads. */
const READ = [
  ...[
    'accept',
    'accept-language',
    'cookie',
    'range',
    'if-none-match',
    'if-modified-since',
    'content-type',
    'next-action',
  ],
  ...[
    'rsc',
    'next-router-state-tree',
    'next-router-prefetch',
    'next-router-segment-prefetch',
    'next-url',
    'next-hmr-refresh',
  ],
  ...[
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-for',
    'x-forwarded-port',
    'x-nextjs-data',
    'x-middleware-prefetch',
  ],
  ...[
    'x-middleware-subrequest',
    'x-http-method-override',
    'origin',
    'referer',
    'user-agent',
    'x-nonce',
    'x-page-path',
    'te',
  ],
];
const COOKIES = ['next-auth.callback-url', 'next-auth.csrf-token', 'vetro.session', 'vetro.locale', 'vetro.zone'];

test('nothing that is asked of pages, files or the sign-in makes the server fail', async ({ enterAs }) => {
  test.setTimeout(400_000);
  const page = await enterAs('admin');
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const port = Number(new URL(serverUrl()).port);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  const chance = createSeededRandom(11);
  const inHeader = () =>
    chance
      .one(TEXTS)
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .slice(0, 3_000);
  const odd = () => {
    const text = chance
      .one(TEXTS)
      .replace(/\p{Surrogate}/gu, '')
      .slice(0, 1_500);
    return chance.oneIn(3) ? text.replace(/[^\x21-\x7e]|[?#]/g, '') : encodeURIComponent(text);
  };
  const failures: string[] = [];
  for (let count = 0; count < 1_500; count += 1) {
    const signIn = chance.oneIn(3);
    const address = signIn ? `/api/auth/${chance.one(SIGN_IN)}` : chance.one([...PAGES, ...PAGES, ...OTHERS]);
    const query = chance.oneIn(2)
      ? `?${chance.one(['callbackUrl', 'error', 'tab', 'url', '_rsc', odd()])}=${odd()}`
      : '';
    const path = address.replace('ID', odd) + query;
    const headers: Record<string, string> = chance.oneIn(2) ? { cookie: cookies } : {};
    if (chance.oneIn(4))
      headers.cookie = `${chance.one(COOKIES)}=${inHeader().replace(/;/g, '')}; ${headers.cookie ?? ''}`;
    if (chance.oneIn(2)) headers[chance.one(READ)] = inHeader();
    if (chance.oneIn(4)) headers.rsc = '1';
    const posts = signIn && chance.oneIn(2);
    if (posts)
      headers['content-type'] ??= chance.one(['application/json', 'application/x-www-form-urlencoded', 'text/plain']);
    const method = posts ? 'POST' : chance.one(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']);
    const body = posts
      ? chance.one([
          oddBody(chance),
          Buffer.from(`callbackUrl=${odd()}&name=${odd()}&json=true`),
          Buffer.from(
            JSON.stringify({
              callbackUrl: chance.one(TEXTS),
              csrfToken: chance.one([1, {}, 'x']),
              data: chance.one(TEXTS),
            }),
          ),
        ])
      : null;
    const answer = await send(port, agent, { operation: address, method, path, headers, body, hangUpAt: null });
    if (answer.status === null || answer.status < 500) continue;
    failures.push(
      `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${String(body).slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 200)}`,
    );
  }
  agent.destroy();
  expect(failures).toEqual([]);

  await test.step('connections are not kept for what nobody speaks, bodies not read without end', async () => {
    const head = 'HTTP/1.1\r\nHost: localhost\r\n';
    const upgrade = `GET /_next/webpack-hmr ${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    const refused = await Promise.all(Array.from({ length: 50 }, () => sendRaw(port, upgrade, false)));
    for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const address of ['/api/auth/session', '/sign-in', '/api/auth/callback/credentials'])
      expect(await sendRaw(port, `POST ${address} ${head}Content-Length: 400000000\r\n\r\nabc`, false)).toMatch(
        /^HTTP\/1\.1 4(?:13|05) /,
      );
  });

  await test.step('files and pages say what they are, and the address for programs lists the versions', async () => {
    for (const address of ['/icon.svg', '/sign-in', '/_next/static/nothing.js', '/v2/nothing', '/v1', '/nothing'])
      expect((await fetch(`${serverUrl()}${address}`)).headers.get('x-content-type-options'), address).toBe('nosniff');
    const versions = await fetch(serverUrl(), { headers: { accept: 'application/json' } });
    expect([versions.status, Object.keys((await versions.json()) as object)]).toEqual([300, ['versions']]);
    const form = await fetch(`${serverUrl()}/v1/nothing`, { method: 'POST', body: new FormData() });
    expect([form.status, form.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });
});
