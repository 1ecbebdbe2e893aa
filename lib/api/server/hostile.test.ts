import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardSignIn } from '@/lib/auth/testing';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import type { JsonObject } from '@/lib/model/json';
import { hostileRequest, type Target, targetsOf } from '../testing/hostile/requests';
import { createSeededRandom } from '../testing/hostile/seeded-random';
import { sendRaw } from '../testing/hostile/send';
import { noOutcomes, sendAll } from '../testing/hostile/send-all';
import { thingsToName } from '../testing/hostile/things-to-name';
import { TEXTS } from '../testing/hostile/values';
import type { Client } from '../testing/product';
import { productForTests } from '../testing/product-for-tests';
import { object } from '../testing/responses';
import { webServer } from '../testing/services';
import { deployed } from '../testing/stories';
import { systemAdmin } from '../testing/system-admin';

/** Another seed makes other requests: VETRO_SEED_OF_CHANCE=7 npm run unit -- lib/api/server/hostile.test.ts */
const SEED = Number(process.env.VETRO_SEED_OF_CHANCE ?? 1);
const REQUESTS = Number(process.env.VETRO_HOSTILE_REQUESTS ?? 10_000);
/** What the metrics may hold of one operation: its methods, statuses and durations. */
const METRICS_BYTES_OF_OPERATION = 2_000;
/** What only paths to servers of one's own name, which have tests of their own. */
const OF_SERVERS = new Set(['serverId', 'codeId', 'planId', 'poolId']);
/** What ends the access of whoever does it, and is done by somebody of its own. */
const ENDS_ACCESS = new Set(['signOutEverywhere']);
/**
 * What no made-up request can do: it takes an authenticator at a host with a name, the password or code of a person, or the
 * signature of an agent.
 */
const NEEDS_A_PROOF = new Set([
  ...['beginMyPasskey', 'addMyPasskey', 'askForPasskey', 'askMyPasskey', 'proveMe'],
  ...['changeMyPassword', 'confirmMyTotp', 'removeMyTotp', 'removeUserPasskeys'],
  ...['askForWork', 'fetchPlanSecrets', 'reportPlan', 'answerPlan', 'renewAgentKey'],
]);
/** What they name is gone by and by: somebody among them deletes it. */
const ANEW_AFTER = 1_000;

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR) });
let description: JsonObject;
let targets: Target[];
let identities: Record<string, string>[];
/** those of them who may change something */
let doers: Record<string, string>[];
/** somebody whose access may end */
let leaver: Record<string, string>;
let root: Client;
let port: number;

beforeAll(async () => {
  port = Number(new URL(product.url).port);
  description = await product.anonymous().ok('GET', '/openapi.json');
  targets = targetsOf(description);
  const { auth, config } = product.container;
  const { cookie } = await dashboardSignIn(auth, config.sessionSecret, product.member);
  root = await systemAdmin(product);
  const gone = await product.clientOf('gone', 'Contoso', 'admin');
  await product.db.user.update({ where: { id: gone.userId }, data: { enabled: false } });
  const tokens = (...who: Client[]) => who.map(({ token }) => ({ 'x-auth-token': token }));
  const dashboard = { cookie, origin: `http://127.0.0.1:${port}` };
  leaver = { 'x-auth-token': (await product.clientOf('leaver', 'Contoso', 'member')).token };
  doers = [...tokens(product.member, product.admin, root), dashboard];
  identities = [
    {},
    { 'x-auth-token': 'made-up' },
    { ...dashboard, origin: 'http://evil.example' },
    { ...dashboard, cookie: `${cookie.slice(0, -9)}x` },
    ...tokens(product.reader, product.stranger, gone),
    ...doers,
  ];
});

describe(`${REQUESTS} requests that nobody should send (seed ${SEED})`, () => {
  const outcomes = noOutcomes();
  const chance = createSeededRandom(SEED);
  // a quarter each, so that none comes near the limit of a test on a machine that is busy
  const quarter = Math.ceil(REQUESTS / 4 / ANEW_AFTER) * ANEW_AFTER;

  it.each([0, 1, 2, 3])('are sent, part %i', async (part) => {
    const schemas = object(object(description.components).schemas);
    const each = targets.length * identities.length;
    const takers = targets.filter(({ described }) => described.requestBody);
    for (let begun = part * quarter; begun < (part + 1) * quarter; begun += ANEW_AFTER) {
      const known = await thingsToName(product, root);
      const requests = Array.from({ length: ANEW_AFTER }, (_, at) => {
        // Every operation with every identity in turn; then more of those who may do something, with bodies.
        const turn = begun + at;
        const target = turn < each ? (targets[turn % targets.length] as Target) : chance.one([...targets, ...takers]);
        const request = hostileRequest(target, known, schemas, chance);
        const identity = ENDS_ACCESS.has(target.described.operationId)
          ? leaver
          : turn < each
            ? identities[Math.floor(turn / targets.length)]
            : chance.one(doers);
        return { ...request, headers: { ...identity, ...request.headers } };
      });
      await sendAll(port, requests, outcomes);
    }
    expect(outcomes.failures).toEqual([]);
  });

  it('are refused or done, and never fail on our side', () => {
    const { statuses, succeeded, failures, rawIds } = outcomes;
    expect(failures).toEqual([]);
    expect([...new Set(rawIds)]).toEqual([]);
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS);
    // Most are refused, yet many must have got beyond the first check to be worth anything, of most operations.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10);
    const possible = targets.filter(({ described }) => !NEEDS_A_PROOF.has(described.operationId));
    expect(succeeded.size).toBeGreaterThan((possible.length * 3) / 4);
  });

  it('name what is there, whatever a path asks for', async () => {
    const { ids, apart } = await thingsToName(product, root);
    const unnamed = targets.flatMap(({ described: { operationId, parameters = [] } }) =>
      parameters.filter(
        (one) => one.in === 'path' && !OF_SERVERS.has(one.name) && !{ ...ids, ...apart[operationId] }[one.name]?.length,
      ),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it('are no errors in the log, those neither that end half-way', () => {
    const lines = product.logLines.map((line) => JSON.parse(line) as JsonObject);
    const logged = lines.filter(({ level, msg }) => level === 'error' && /request|sign-in/.test(String(msg)));
    expect(logged.map((line) => JSON.stringify(line))).toEqual([]);
    expect(lines.some(({ status }) => status === 499)).toBe(true);
  });

  it('leave no more in the metrics than operations, methods and statuses', async () => {
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    const known = new Set([...targets.map(({ described }) => described.operationId), 'none']);
    const labels = [...metrics.matchAll(/operation="([^"]*)"/g)].map(([, operation]) => operation);
    expect(labels.filter((operation) => !known.has(operation ?? ''))).toEqual([]);
    expect(metrics.length).toBeLessThan(known.size * METRICS_BYTES_OF_OPERATION);
  });

  it('leave the server as it was', async () => {
    // In a tenant of its own: the other one's quota may be used up by what those who may deploy have deployed.
    const { at } = await deployed(product.stranger, [webServer()]);
    expect((await product.stranger.ok('GET', at)).status).toBe('ready');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('bytes that are hardly HTTP', () => {
  const heads = [
    ...['GET', 'POST', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', '', 'G\u0000T'].flatMap((method) =>
      [
        '/',
        '*',
        '/v1',
        'http://a/v1',
        'http://%zz/',
        '//',
        '/v1/%ff',
        '/\u00ff',
        '/v1?%zz=%ff',
        '/sign-in?callbackUrl=%zz',
      ].map((target) => `${method} ${target} HTTP/1.1\r\nHost: a\r\n`),
    ),
    ...['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', ''].map((version) => `GET /v1 ${version}\r\nHost: a\r\n`),
    ...TEXTS.map((odd) => `GET /v1/environments HTTP/1.1\r\nHost: ${odd}\r\n`),
    ...TEXTS.map((odd) => `POST /identity/v3/auth/tokens HTTP/1.1\r\nHost: a\r\nContent-Length: ${odd}\r\n`),
    ...TEXTS.map((odd) => `POST /v1/environments HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${odd}\r\n`),
    ...TEXTS.map((odd) => `GET /api/auth/session HTTP/1.1\r\nHost: a\r\nUpgrade: ${odd}\r\nConnection: Upgrade\r\n`),
    ...TEXTS.map((odd) => `GET /v1/${odd} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${odd}\r\nAccept: ${odd}\r\n`),
  ];

  it('get a refusal in the four hundreds, a response, or a closed connection', async () => {
    const failures: string[] = [];
    for (const head of heads) {
      for (const rest of ['\r\n', '\r\n{"a":1}', 'Expect: 100-continue\r\n\r\n']) {
        const response = await sendRaw(port, head + rest);
        for (const [, status] of response.matchAll(/HTTP\/1\.1 (\d{3}) /g))
          if (Number(status) >= 500) failures.push(`${head.slice(0, 200)} → ${response.slice(0, 200)}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it('do not disturb others on the same connection', async () => {
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const good = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const responses = await sendRaw(
      port,
      `${good.repeat(50)}GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n${good.repeat(2)}${last}`,
      false,
    );
    const statuses = [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    expect(statuses.filter((status) => status === '200')).toHaveLength(53);
  });
});
