import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, refusalOf, text } from '@/lib/api/testing/responses';
import { deployed, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { hashToken } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';
import { endpoints } from './index';

const product = productForTests();
const AT = '/v1/environments/{environmentId}/executions';

const SERVER: JsonObject = {
  type: 'webServer',
  name: 'web',
  adminPassword: 'Adm1n-Passw0rd!',
  flavor: 'm1.small',
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
  unitNamingPattern: 'rights1',
  units: [{}],
};

type Answer = [status: number, code: string | undefined];
type Who = 'reader' | 'member' | 'admin';

interface Operation {
  name: string;
  /** of its endpoint */
  id: string;
  method: string;
  /** below the environment; `RUN` stands for an execution that is over */
  path: string;
  body?: JsonObject;
  /** the least role that may */
  role: Who;
  /** what it answers to those who may: what is over can neither be ended nor gone on with */
  answer: Answer;
}

const OPERATIONS: Operation[] = [
  {
    ...{ name: 'plan', id: 'planExecution', method: 'POST', path: '/executions/plan' },
    ...{ body: { workflow: 'restart' }, role: 'reader', answer: [200, undefined] },
  },
  {
    ...{ name: 'start', id: 'startExecution', method: 'POST', path: '/executions' },
    ...{ body: { workflow: 'check_status' }, role: 'member', answer: [200, undefined] },
  },
  {
    ...{ name: 'list', id: 'listExecutions', method: 'GET', path: '/executions' },
    ...{ role: 'reader', answer: [200, undefined] },
  },
  {
    ...{ name: 'get', id: 'getExecution', method: 'GET', path: '/executions/RUN' },
    ...{ role: 'reader', answer: [200, undefined] },
  },
  {
    ...{ name: 'read the log of', id: 'listExecutionEvents', method: 'GET', path: '/executions/RUN/events' },
    ...{ role: 'reader', answer: [200, undefined] },
  },
  {
    ...{ name: 'resume', id: 'resumeExecution', method: 'POST', path: '/executions/RUN/resume' },
    ...{ role: 'member', answer: [409, 'not_resumable'] },
  },
  {
    ...{ name: 'roll back', id: 'rollBackExecution', method: 'POST', path: '/executions/RUN/rollback' },
    ...{ role: 'member', answer: [409, 'not_resumable'] },
  },
  {
    ...{ name: 'cancel', id: 'cancelExecution', method: 'POST', path: '/executions/RUN/cancel' },
    ...{ role: 'member', answer: [409, 'run_over'] },
  },
  {
    ...{ name: 'end by force', id: 'cancelExecution', method: 'POST', path: '/executions/RUN/cancel?mode=force' },
    ...{ role: 'member', answer: [409, 'run_over'] },
  },
  {
    ...{ name: 'kill', id: 'cancelExecution', method: 'POST', path: '/executions/RUN/cancel?mode=kill' },
    ...{ role: 'admin', answer: [409, 'run_over'] },
  },
];

const NOT_SIGNED_IN: Answer = [401, 'not_signed_in'];
const TOKEN_INVALID: Answer = [401, 'token_invalid'];
const NOT_FOUND: Answer = [404, 'environment_not_found'];
const TOO_LOW: Answer = [403, 'role_too_low'];

/** A new client of the same kind as one that there is, whose token nobody else uses. */
const another = (name: string, role: Who = 'member') => product.clientOf(name, 'Contoso', role);

/** Everybody who may come, and who they are to the environment: nothing (with what they are told), or a role. */
const PEOPLE: [who: string, client: () => Promise<Client>, is: Who | Answer][] = [
  ['nobody, without a token', async () => product.anonymous(), NOT_SIGNED_IN],
  ['somebody with a token that nobody issued', async () => product.anonymous('no-token'), TOKEN_INVALID],
  [
    'an admin whose token was revoked',
    async () => {
      const client = await another('rosa', 'admin');
      const headers = { 'x-subject-token': client.token };
      expect((await client.call('DELETE', '/identity/v3/auth/tokens', { headers })).status).toBe(204);
      return client;
    },
    TOKEN_INVALID,
  ],
  [
    'an admin whose token has expired',
    async () => {
      const client = await another('eva', 'admin');
      const where = { hash: hashToken(client.token) };
      await product.db.token.update({ where, data: { expiresAt: new Date(Date.now() - 1000) } });
      return client;
    },
    TOKEN_INVALID,
  ],
  [
    'an admin who was disabled since',
    async () => {
      const client = await another('dora', 'admin');
      await product.db.user.update({ where: { id: client.userId }, data: { enabled: false } });
      return client;
    },
    TOKEN_INVALID,
  ],
  [
    'an admin who has no role here any more',
    async () => {
      const client = await another('gina', 'admin');
      await product.db.roleAssignment.deleteMany({ where: { userId: client.userId } });
      return client;
    },
    TOKEN_INVALID,
  ],
  ['a member of another tenant', async () => product.stranger, NOT_FOUND],
  ['an admin of another tenant', () => product.clientOf('felix', 'Fabrikam', 'admin'), NOT_FOUND],
  [
    'an admin here who came into another tenant',
    async () => {
      await another('both', 'admin');
      return product.clientOf('both', 'Fabrikam', 'admin');
    },
    [403, 'other_tenant'],
  ],
  ['a reader', async () => product.reader, 'reader'],
  [
    'a member who is a reader since',
    async () => {
      const client = await another('mona', 'member');
      await another('mona', 'reader');
      return client;
    },
    'reader',
  ],
  ['a member', async () => product.member, 'member'],
  ['another member', async () => product.colleague, 'member'],
  ['an admin', async () => product.admin, 'admin'],
  ['an administrator of the installation', () => systemAdmin(product), 'admin'],
];

const RANK: Record<Who, number> = { reader: 0, member: 1, admin: 2 };

function expected(is: Who | Answer, { role, answer }: Operation): Answer {
  if (typeof is !== 'string') return is;
  return RANK[is] < RANK[role] ? TOO_LOW : answer;
}

describe('executions', () => {
  let at = '';
  let runId = '';
  beforeAll(async () => {
    ({ at } = await deployed(product.member, [SERVER]));
    const { execution_id } = await product.member.ok('POST', `${at}/executions`, {
      body: { workflow: 'check_status' },
    });
    runId = text(execution_id);
    await settled(product.member, at);
  });

  const ask = (client: Client, { method, path, body }: Operation, from = at) =>
    client.call(method, `${from}${path.replace('RUN', runId)}`, body === undefined ? {} : { body });
  const runs = async () => list((await product.admin.ok('GET', `${at}/executions`)).executions).map(({ id }) => id);

  it('has a line here for every operation that there is', () => {
    const offered = endpoints.filter(({ path }) => path === AT || path.startsWith(`${AT}/`)).map(({ id }) => id);
    expect(new Set(OPERATIONS.map(({ id }) => id))).toEqual(new Set(offered));
  });

  describe.each(PEOPLE)('asked for by %s', (_who, clientOf, is) => {
    let client: Client;
    beforeAll(async () => {
      client = await clientOf();
    });

    it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', async (_name, operation) => {
      const before = await runs();
      const response = await ask(client, operation);
      expect(refusalOf(response)).toEqual(expected(is, operation));
      await settled(product.member, at);
      const began = operation.id === 'startExecution' && response.status === 200;
      expect(await runs()).toHaveLength(before.length + (began ? 1 : 0));
    });
  });

  describe('of another environment of the same tenant', () => {
    let elsewhere = '';
    beforeAll(async () => {
      ({ at: elsewhere } = await deployed(product.member, [{ ...SERVER, unitNamingPattern: 'rights2' }]));
    });

    it.each(
      OPERATIONS.filter(({ path }) => path.includes('RUN')).map((operation) => [operation.name, operation] as const),
    )('are not there: %s', async (_name, operation) => {
      const response = await ask(product.admin, operation, elsewhere);
      expect(response.status).toBe(404);
      expect(codeOf(response)).toMatch(/_not_found$/);
    });
  });

  it('that is under way is killed by admins alone, while others may ask it to end', async () => {
    const [, , environmentId = ''] = at.split('/').slice(1);
    const fault = { kind: 'silence', target: 'rights1', environment_id: environmentId, message: 'No answer.' };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    const { execution_id } = await product.member.ok('POST', `${at}/executions`, {
      body: { workflow: 'check_status' },
    });
    const end = (client: Client, mode: string) =>
      client.call('POST', `${at}/executions/${text(execution_id)}/cancel?mode=${mode}`);
    for (const mode of ['cancel', 'force', 'kill']) {
      expect(refusalOf(await end(product.reader, mode))).toEqual(TOO_LOW);
      expect((await end(product.stranger, mode)).status).toBe(404);
    }
    expect(refusalOf(await end(product.member, 'kill'))).toEqual(TOO_LOW);
    expect((await end(product.colleague, 'cancel')).status).toBe(200);
    expect((await end(product.admin, 'kill')).status).toBe(200);
    await settled(product.member, at);
    const { run } = await product.reader.ok('GET', `${at}/executions/${text(execution_id)}`);
    expect(run).toMatchObject({ outcome: 'cancelled' });
  });
});
