import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints';
import type { Client } from '../testing/product';
import { productForTests } from '../testing/product-for-tests';
import { webServer } from '../testing/services';
import { add, deploy, newEnvironment, open, settled } from '../testing/stories';

const LONG_BYTES = 30 * 1024 * 1024;

/** Sends the head of a request with a long body and none of the body. @returns the answer, which comes all the same */
function headOnly(url: string, { token }: Client, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(url);
    const head = [
      `${method} ${path} HTTP/1.1`,
      ...['Host: a', `X-Auth-Token: ${token}`, 'Content-Type: application/zip', `Content-Length: ${LONG_BYTES}`],
    ];
    const socket = net.connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    // The server ends the connection of who was answered and goes on sending.
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
}

describe('a server whose event loop lags', () => {
  let lagMs = 0;
  const product = productForTests({ lagMs: () => lagMs });

  it('refuses what is expensive before it is read, and goes on with everything else', async () => {
    const { member, admin, anonymous, url } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    lagMs = 251;
    try {
      const upload = await headOnly(url, admin, 'POST', '/v1/catalog/packages');
      expect(upload).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*"code":"server_busy"/i);
      for (const [method, path, body] of [
        ['POST', `${at}/sessions/${session}/policy-check`, undefined],
        ['GET', `${at}/sessions/${session}/preview`, undefined],
        ['POST', '/v1/policies/check', { text: '' }],
        ['POST', '/v1/environments/import/check', { document: {} }],
      ] as const) {
        const refused = await member.call(method, path, { body });
        expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '5']);
        expect(refused.json).toMatchObject({ code: 'server_busy', title: 'Not available now' });
      }
      expect((await anonymous().call('GET', '/healthz')).status).toBe(200);
      for (const path of ['/v1/environments', at, `${at}/runs`, `${at}/services`, '/v1/me'])
        expect([path, (await member.call('GET', path)).status]).toEqual([path, 200]);
      expect((await member.call('GET', at, { headers: { accept: 'text/event-stream' } })).status).toBe(200);
      lagMs = 10_000;
      const run = await deploy(member, at, session);
      const cancelled = await member.call('POST', `${at}/deployments/${run}/cancel`);
      expect([200, 409]).toContain(cancelled.status);
      await settled(member, at);
    } finally {
      lagMs = 0;
    }
  });
});

describe('a user who has used up their processor time', () => {
  // A request takes more than this; what comes back of it in an hour is less.
  const product = productForTests({ callerCpuSeconds: 1e-6 });

  it('is refused what is expensive before it is read; others are not, nor is anything else', async () => {
    const { member, colleague, admin, url } = product;
    const check = (who: Client) => who.call('POST', '/v1/policies/check', { body: { text: 'a(x) :- b(x)' } });
    expect((await check(member)).status).toBe(200);
    const refused = await check(member);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'processor_time_used_up', title: 'Too many requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await check(colleague)).status).toBe(200);
    for (const path of ['/v1/environments', '/v1/me'])
      expect([path, (await member.call('GET', path)).status]).toEqual([path, 200]);
    expect((await newEnvironment(member)).at).toContain('/v1/environments/');

    expect((await check(admin)).status).toBe(200);
    const upload = await headOnly(url, admin, 'POST', '/v1/catalog/packages');
    expect(upload).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d+\r\n[\s\S]*"code":"processor_time_used_up"/i);
  });
});

describe('what is expensive', () => {
  const expensive = endpoints.filter((one) => one.expensive).map(({ id }) => id);

  it('is what takes files, tries and previews', () => {
    const takesFiles = endpoints.filter(({ body }) =>
      Object.hasOwn(body?.describe(() => ({})) ?? {}, 'multipart/form-data'),
    );
    expect(takesFiles.length).toBeGreaterThan(0);
    expect(takesFiles.filter((one) => !one.expensive).map(({ id }) => id)).toEqual([]);
    expect(expensive).toEqual(expect.arrayContaining(['previewSession', 'tryPolicy', 'whatIf']));
  });

  it('is not what begins, stops, repairs or removes, nor signs in, probes or is done by agents', () => {
    const goesOn = endpoints.filter(
      ({ id, role, method }) =>
        role === 'anyone' ||
        role === 'agent' ||
        method === 'DELETE' ||
        /^(cancel|retry|resume|replaceUnit|deploySession|startExecution|startAction|rollBack)/.test(id),
    );
    expect(goesOn.length).toBeGreaterThan(20);
    expect(goesOn.filter((one) => one.expensive).map(({ id }) => id)).toEqual([]);
  });
});
