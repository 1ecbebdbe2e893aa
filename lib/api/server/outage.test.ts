import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '@/lib/testing/own-postgres';
import { listen, type TestHttpServer } from '../testing/http-server';
import { type Product, startProduct } from '../testing/product';
import { text } from '../testing/responses';
import { webServer } from '../testing/services';
import { add, deploy, newEnvironment, open, settled } from '../testing/stories';
import { createProductServer } from './product-server';

let postgres: OwnPostgres;
let product: Product;
let pages: TestHttpServer;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  product = await startProduct({ serverUrl: postgres.url, timeScale: 0.02 });
  pages = await listen(createProductServer(product.container, async (_, outgoing) => void outgoing.end('a page')));
});
afterAll(async () => {
  postgres.thaw();
  await pages?.close();
  await product?.close();
  await postgres?.remove();
});

const OUTAGES = [
  { name: 'was killed', silent: true, begin: () => postgres.kill(), end: () => postgres.restart() },
  { name: 'was stopped', silent: true, begin: () => postgres.stop(), end: () => postgres.restart() },
  { name: 'is frozen', silent: true, begin: () => postgres.freeze(), end: async () => postgres.thaw() },
  {
    name: 'takes no new connections',
    silent: false,
    begin: () => postgres.freezeListener(),
    end: async () => postgres.thaw(),
  },
];

describe.each(OUTAGES)('a database that $name', ({ begin, end, silent }) => {
  it('is told to whoever asks, until it is back; what runs goes on by itself then', async () => {
    const { member, anonymous, url } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    await deploy(member, at, session);

    await begin();
    // Whoever has a connection still may be answered; nobody waits for ever.
    await expect.poll(async () => (await fetch(`${pages.url}/environments`)).status).toBe(503);
    const asked = await Promise.all([
      member.call('GET', at),
      member.call('POST', '/v1/environments', { body: { name: 'x' } }),
      member.call('GET', `${at}/events`, { headers: { accept: 'text/event-stream' } }),
      product.admin.call('GET', '/v1/me'),
      anonymous().call('GET', '/readyz'),
    ]);
    for (const response of asked) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(asked[0]?.json).toMatchObject({ code: 'database_unreachable', status: 503, title: 'Not available now' });
    const signIn = await anonymous().call('POST', '/identity/v3/auth/tokens', {
      body: { auth: { identity: { methods: ['password'], password: { user: { id: 'x', password: 'y' } } } } },
    });
    if (silent) expect(signIn.json).toMatchObject({ error: { code: 503, title: 'Service Unavailable' } });
    expect((await anonymous().call('GET', '/healthz')).status).toBe(200);
    const up = silent ? 'vetro_database_up 0' : 'vetro_database_up';
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(up);

    const german = await fetch(`${pages.url}/environments`, { headers: { 'accept-language': 'de' } });
    expect([german.status, german.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await german.text()).toMatch(/<html lang="de">[\s\S]*erreicht seine Datenbank nicht/);
    const session2 = await fetch(`${pages.url}/api/auth/session`);
    expect([session2.status, (await session2.json()).code]).toEqual([503, 'database_unreachable']);
    expect((await fetch(`${pages.url}/_next/static/x.js`)).status).toBe(200);

    await end();
    await expect.poll(async () => (await member.call('GET', '/v1/environments')).status).toBe(200);
    await expect.poll(async () => (await anonymous().call('GET', '/readyz')).status).toBe(200);
    expect(await (await fetch(`${pages.url}/environments`)).text()).toBe('a page');
    expect(text((await settled(member, at))?.status)).toBe('ready');
  });
});
