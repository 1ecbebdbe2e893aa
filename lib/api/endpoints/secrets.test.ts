import { expect, test } from 'vitest';
import type { ApiResponse, CallOptions } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';

/** Scenario 15: no password that a user typed is found anywhere but in the machine that needs it. */

const product = productForTests();

/** Typed once each, so that a find tells which one leaked. */
const SENTINELS = {
  domain: 'Zq7-Domain"Sentinel',
  domainChanged: 'Zq7-Domain2/Sentinel',
  recovery: 'Zq7-Recovery#{Sentinel}',
  local: 'Zq7-Local\\Sentinel',
  refused: 'zq7refusedsentinel',
};

/** How a text may hide: plain, inside JSON once or twice, in base64, in an address. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  // The middle of the base64 forms at each of the three offsets.
  const base64 = [0, 1, 2].map((pad) =>
    Buffer.from('x'.repeat(pad) + secret)
      .toString('base64')
      .slice(4, -4),
  );
  return [...new Set([secret, json, twice, encodeURIComponent(secret), ...base64])];
}

function leaks(where: string, haystack: string): string[] {
  return Object.entries(SENTINELS).flatMap(([name, secret]) =>
    formsOf(secret).flatMap((form) => (haystack.includes(form) ? [`${name} as ${form} in ${where}`] : [])),
  );
}

async function columnsWithLeaks(): Promise<string[]> {
  const tables = await product.db.$queryRaw<{ place: string }[]>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { place } of tables) {
    // As JSON every column is told apart, whatever its type.
    const rows = await product.db.$queryRawUnsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${place} t`);
    for (const { row } of rows) found.push(...leaks(place, row));
  }
  return found;
}

test('scenario 15, rough edge 3: sentinel passwords are in no answer, event, log line or column, after success and after failure', async () => {
  const { member, reader } = product;
  const answers: string[] = [];
  const call = async (method: string, path: string, options?: CallOptions, who = member): Promise<ApiResponse> => {
    const answer = await who.call(method, path, options);
    answers.push(answer.text, JSON.stringify([...answer.headers]));
    return answer;
  };
  const { at } = await newEnvironment(member);
  const readEverything = async (...deployments: string[]) => {
    const ofDeployments = deployments.map((id) => `/deployments/${id}`);
    for (const below of ['', '/services', '/sessions', '/deployments', '/lastStatus', '/events', ...ofDeployments]) {
      for (const who of [member, reader]) expect((await call('GET', `${at}${below}`, {}, who)).status).toBe(200);
    }
  };
  const stream = new AbortController();
  const following = fetch(`${product.url}${at}/events`, {
    headers: { 'x-auth-token': reader.token, accept: 'text/event-stream' },
    signal: stream.signal,
  }).then(async (response) => {
    for await (const chunk of response.body ?? []) answers.push(Buffer.from(chunk).toString());
  });

  const session = await open(member, at);
  const units = [true, false].map((isMaster) => ({ isMaster, recoveryPassword: SENTINELS.recovery }));
  const added = await call('POST', `${at}/services`, {
    session,
    body: [
      activeDirectory({ adminPassword: SENTINELS.domain, units }),
      webServer({ adminPassword: SENTINELS.local, domain: 'acme.local' }),
    ],
  });
  expect(added.status).toBe(200);
  const refused = await call('POST', `${at}/services`, {
    session,
    body: webServer({ name: 'weak', adminPassword: SENTINELS.refused, flavor: 'none' }),
  });
  expect(refused.status).toBe(400);
  for (const below of ['/services', '/services/0/adminPassword', `/sessions/${session}/diff`, '']) {
    await call('GET', `${at}${below}`, { session });
  }
  const first = await deploy(member, at, session);
  const done = await settled(member, at);
  expect(done).toMatchObject({ status: 'ready' });
  await readEverything(first);

  // A change of a secret, and a failure whose words come from the machine.
  await product.faults.add({
    kind: 'command',
    target: 'Set-LocalUserPassword',
    times: 1,
  });
  const again = await open(member, at);
  await call('PUT', `${at}/services/0/adminPassword`, { session: again, body: SENTINELS.domainChanged });
  await call('GET', `${at}/sessions/${again}/diff`);
  const second = await deploy(member, at, again);
  expect(await settled(member, at)).toMatchObject({ status: 'failed' });
  await readEverything(first, second);
  stream.abort();
  await following.catch(() => undefined);

  const received = answers.join('\n');
  expect(received).toContain('*** SANITIZED ***');
  expect(leaks('an answer or a stream', received)).toEqual([]);
  expect(product.logLines.length).toBeGreaterThan(50);
  expect(leaks('the log', product.logLines.join(''))).toEqual([]);
  expect(await columnsWithLeaks()).toEqual([]);

  // What is stored can be opened again, by the key alone: these are the secrets, not something lost.
  const row = await product.db.environment.findFirstOrThrow({ where: { id: at.split('/').at(-1) ?? '' } });
  const opened = product.container.box.openDeep(row.model);
  const services = list(object(opened as never).services);
  expect([services[0]?.adminPassword, services[1]?.adminPassword]).toEqual([SENTINELS.domainChanged, SENTINELS.local]);
  expect(list(services[0]?.units).map((unit) => text(unit.recoveryPassword))).toEqual([
    SENTINELS.recovery,
    SENTINELS.recovery,
  ]);
});

test('what the search looks for, it finds', () => {
  for (const [name, secret] of Object.entries(SENTINELS)) {
    const hidden = [secret, JSON.stringify({ secret }), Buffer.from(`ab${secret}cd`).toString('base64')];
    for (const text_ of hidden) expect(leaks('here', text_)[0]).toContain(name);
  }
});
