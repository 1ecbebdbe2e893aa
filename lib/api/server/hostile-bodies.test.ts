import http from 'node:http';
import net from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import type { JsonObject } from '@/lib/model/json';
import { BODY_LIMIT_BYTES } from '../input';
import type { Known } from '../testing/hostile/requests';
import { send } from '../testing/hostile/send';
import { thingsToName } from '../testing/hostile/things-to-name';
import { type BodyTarget, bodyTargets, worstRequests, worstSignIns } from '../testing/hostile/worst-bodies';
import type { Client } from '../testing/product';
import { productForTests } from '../testing/product-for-tests';
import { systemAdmin } from '../testing/system-admin';

/*
 * Every parser of what people send runs beside the server, and nobody makes it run who may not. The parsers are watched
 * where this thread would call them: a thread beside it has modules of its own.
 */

const { calls, watched } = vi.hoisted(() => {
  const calls: string[] = [];
  /** The functions of a module, each noted when it is called. */
  const watched = <Module extends object>(module: Module): Module =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]) => [
        name,
        typeof value === 'function' && /^(read|parse|check|digestFiles$)/.test(name)
          ? (...given: unknown[]) => {
              calls.push(name);
              return value(...given);
            }
          : value,
      ]),
    ) as Module;
  return { calls, watched };
});
vi.mock('@/lib/formats/yaml/read-yaml', async (original) => watched(await original<object>()));
vi.mock('@/lib/formats/yaml/nesting', async (original) => watched(await original<object>()));
vi.mock('@/lib/conductor/muranopl/source/read-yaml', async (original) => watched(await original<object>()));
vi.mock('@/lib/conductor/xml/parse-xml', async (original) => watched(await original<object>()));
vi.mock('@/packages/datalog/src/syntax/parse', async (original) => watched(await original<object>()));
vi.mock('@/lib/formats/archive/read-zip', async (original) => watched(await original<object>()));
vi.mock('@/lib/catalog/package-digest', async (original) => watched(await original<object>()));
vi.mock('@/lib/catalog/formats', async (original) => watched(await original<object>()));

/** What readers may send a body to, and everybody: all else is refused before a byte of the body is there. */
const OPEN_TO_READERS = [
  'addMyPasskey',
  'beginMyTotp',
  'changeMyPassword',
  'checkPolicyText',
  'confirmMyTotp',
  'explainPolicy',
  'planExecution',
  'previewSchedule',
  'proveMe',
  'removeMyTotp',
  'whatIf',
];
/** All shapes at all operations take as long as three tests may, on a machine that others share. */
const PARTS = [1, 2, 3];
const OPEN_TO_ANYONE = ['enrolServer', 'issueToken'];

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR) });
let root: Client;
let known: Known;
let description: JsonObject;
let targets: BodyTarget[];
let port: number;

beforeAll(async () => {
  port = Number(new URL(product.url).port);
  root = await systemAdmin(product);
  known = await thingsToName(product, root);
  description = await product.anonymous().ok('GET', '/openapi.json');
  targets = bodyTargets(description, known);
});

describe('a reader who sends a body', () => {
  test('may do so to few operations', () => {
    const open = (role: string | undefined) =>
      targets.filter((target) => target.role === role).map(({ operation }) => operation);
    expect(open('reader').sort()).toEqual(OPEN_TO_READERS);
    expect(open(undefined).sort()).toEqual(OPEN_TO_ANYONE);
  });

  test('is refused everywhere else before anything of it is there', async () => {
    const closed = targets.filter(({ operation }) => ![...OPEN_TO_READERS, ...OPEN_TO_ANYONE].includes(operation));
    const answers = await Promise.all(
      closed.map(async ({ operation, method, path, types }) => {
        const head = [
          `${method} ${path} HTTP/1.1`,
          ...['Host: a', `X-Auth-Token: ${product.reader.token}`, `Content-Type: ${types[0]}`],
          ...['Content-Length: 200000', 'Connection: close'],
        ];
        // Nothing of the body follows: whoever reads it first never answers.
        return [operation, await answerTo(port, `${head.join('\r\n')}\r\n\r\n`)];
      }),
    );
    // Agents show another credential, and there are none of ours where machines are simulated.
    expect(answers).toEqual(closed.map(({ operation, role }) => [operation, role === 'agent' ? 404 : 403]));
  });
});

/** The status that the head of a request is answered with while its body is awaited. */
function answerTo(toPort: number, head: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(toPort, '127.0.0.1', () => socket.write(head));
    socket.once('error', reject);
    socket.once('data', (piece) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(piece.toString('latin1'))?.[1]));
      socket.destroy();
    });
  });
}

describe('whoever signs in with a form in the worst shape', () => {
  test('is refused before more of it is there than a form has', async () => {
    const agent = new http.Agent({ keepAlive: true });
    const found: unknown[] = [];
    for (const { shape, body } of worstSignIns()) {
      const request = { operation: 'sign-in', method: 'POST', path: '/api/auth/callback/credentials', hangUpAt: null };
      const headers = { 'content-type': body.type };
      const { status } = await send(port, agent, { ...request, headers, body: body.bytes });
      // the server ends a connection whose rest it does not read
      if (status !== 413 && status !== null) found.push([shape, status]);
    }
    agent.destroy();
    expect(found).toEqual([]);
  });
});

/** Whoever just may. */
function clientFor({ role }: BodyTarget): Client {
  const { reader, member, admin } = product;
  const clients: Partial<Record<string, Client>> = { reader, member, admin };
  return clients[role ?? ''] ?? root;
}

describe('a body in the worst shape of its parser', () => {
  test.each(PARTS)(
    'is refused, or read beside the server and answered in as much as anybody reads (part %i)',
    async (part) => {
      const agent = new http.Agent({ keepAlive: true });
      const found: string[] = [];
      const ofPart = targets.filter((_, index) => index % PARTS.length === part - 1).map(({ operation }) => operation);
      for (const request of worstRequests(description, known, ofPart)) {
        const { operation, shape, body } = request;
        const headers = {
          'x-auth-token': clientFor(request).token,
          'x-configuration-session': known.ids['x-configuration-session']?.[0] ?? '',
          'content-type': body.type,
        };
        calls.length = 0;
        const { status, text } = await send(port, agent, { ...request, headers, body: body.bytes, hangUpAt: null });
        const isAnswered = status !== null && status < 500;
        if (isAnswered && text.length <= BODY_LIMIT_BYTES && calls.length === 0) continue;
        found.push(`${operation}: ${shape}: ${status}, ${text.length} characters, called ${[...new Set(calls)]}`);
      }
      agent.destroy();
      expect(found).toEqual([]);
    },
  );

  test('is watched where it would be read: the parsers are those that this thread has', async () => {
    const { readPolicyFile } = await import('@/lib/formats/policy/policy-file');
    const { rulesProblems } = await import('@/lib/conductor/policy');
    calls.length = 0;
    readPolicyFile('file', 'Format: Policy/1.0');
    rulesProblems('p(1)', {});
    expect(calls).toEqual(expect.arrayContaining(['readYaml', 'parse']));
  });
});
