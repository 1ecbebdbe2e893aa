import { createHash, createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, planOf, testSecrets } from '@/lib/cloud/embedded/testing';
import { createTestStacks, type TestStacks, UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { hashToken, newId } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import {
  type AgentFacts,
  type AgentWork,
  type PlanOrder,
  type PollRequest,
  type SignedPlan,
  secretsText,
  signedText,
} from '@/lib/formats/agent-channel/messages';
import { type CallTarget, createAgentKeyPair } from '@/lib/formats/agent-channel/proof';
import { resolveReferences } from '@/lib/formats/agent-channel/references';
import { createOpeningKey } from '@/lib/formats/agent-channel/sealed-values';
import { createTestSigner } from '@/lib/formats/agent-channel/testing';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { AgentReply, MachineEvent } from '@/lib/ports/cloud/cloud';
import { eventually } from '@/lib/testing/patience';
import { FETCH_WITHIN_MS } from '../agents/plan-secrets';
import { createPoolCloud, type PoolCloud } from './index';

const SCOPE = { tenantId: 'a'.repeat(32) };
const FACTS: AgentFacts = {
  system: 'windows',
  systemTitle: 'Windows Server 2022 Standard',
  systemName: 'windows-server-2022-standard',
  addresses: ['192.0.2.11', '192.0.2.12'],
  cores: 4,
  memoryMb: 16_000,
  diskGb: 200,
};
const KEY = createAgentKeyPair().publicKey;
const never = new AbortController().signal;
/** The agent that servers get; there is none until a test puts it there. */
const PROGRAM = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-program-')), 'agent.mjs');
const ok = (...outputs: string[]): PlanResult => ({
  IsException: false,
  Result: [{ IsException: false, Result: outputs }],
});

let database: TestDatabase;
let cloud: PoolCloud;
let stacks: TestStacks;
let now = new Date();
const replies: AgentReply[] = [];
const events: MachineEvent[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  cloud = createPoolCloud({
    ...database,
    ...testSecrets,
    agents: { program: PROGRAM, releaseKey: null, addresses: [] },
    now: () => now,
  });
  cloud.agents.subscribe(async (reply) => void replies.push(reply));
  cloud.subscribe(async (batch) => void events.push(...batch));
  await cloud.start();
  stacks = createTestStacks(cloud.stacks);
});
afterAll(async () => {
  await cloud.stop();
  await database.drop();
  fs.rmSync(path.dirname(PROGRAM), { recursive: true, force: true });
});

/** What an agent is, as far as the server knows: it asks, prepares, cleans up, and leaves plans to the test. */
async function enrolled(
  name: string,
  more: Partial<AgentFacts> = {},
  tags: string[] = [],
  abilities: Pick<PollRequest, 'fetchesSecrets' | 'program'> = { fetchesSecrets: true },
) {
  const { code } = await cloud.pool.createCode({ tags, minutes: 10, createdBy: 'c'.repeat(32) });
  const facts = { ...FACTS, ...more };
  const signer = createTestSigner();
  const identity = await cloud.pool.agents.enrol({ code, name, version: '1', facts, key: signer.key });
  const known = (target: CallTarget, by = signer) =>
    cloud.pool.agents.identify(by.proof(identity.serverId, target), { seesEnd: true });
  let [prepared, cleaned]: (string | null)[] = [null, null];
  const ask = async (signal: AbortSignal) =>
    (await known('work')).poll(
      { version: '1', facts, prepared: prepared ?? null, cleaned: cleaned ?? null, ...abilities },
      signal,
    );
  /** Asks until there is a plan, or until nothing is to be done when the agent is told to stop. */
  const nextPlan = async (signal = never): Promise<NonNullable<AgentWork['plan']> | null> => {
    for (;;) {
      const work = await ask(signal);
      if (work.plan) return work.plan;
      if (work.prepare) prepared = work.prepare.machine;
      if (work.clean) cleaned = work.clean;
      if (signal.aborted && !work.prepare && !work.clean) return null;
    }
  };
  /** Fetches the secrets of a plan as the agent does, once. */
  const secretsOf = async ({ id, body }: Pick<SignedPlan, 'id' | 'body'>, by = signer): Promise<JsonObject> => {
    const order = JSON.parse(body) as PlanOrder;
    const key = createOpeningKey();
    const asking = await known(`secrets ${key.publicKey} ${id}`, by);
    const sent = await asking.secrets(id, { grant: order.secrets ?? '', key: key.publicKey });
    return resolveReferences(order as unknown as Json, order.secrets ?? '', key.open(sent, id)) as JsonObject;
  };
  return { code, ...identity, signer, known, nextPlan, secretsOf, remove: () => cloud.pool.remove(identity.serverId) };
}

const template = (queue: string, more: JsonObject = {}): JsonObject => ({
  heat_template_version: '2018-08-31',
  resources: {
    port: { type: 'OS::Neutron::Port', properties: { network: 'private' } },
    vm: {
      type: 'OS::Nova::Server',
      properties: {
        name: queue,
        image: FACTS.systemName,
        flavor: 'm1.medium',
        networks: [{ port: { get_resource: 'port' } }],
        metadata: { agent_queue: queue },
        ...more,
      },
    },
  },
  outputs: { address: { value: { get_attr: ['port', 'fixed_ips', 0, 'ip_address'] } } },
});

/** Makes a machine on whichever server fits, while its agent asks for work. */
async function machine(agent: Awaited<ReturnType<typeof enrolled>>, queue: string, more: JsonObject = {}) {
  const end = new AbortController();
  const asking = agent.nextPlan(end.signal);
  const result = await stacks.apply({ scope: SCOPE, name: queue, template: template(queue, more), parameters: {} });
  end.abort();
  await asking;
  return result;
}

const send = (planId: string, queue: string, args: JsonObject = {}) =>
  cloud.agents.send({ ...UNHURRIED, scope: SCOPE, planId, queue, plan: planOf([call('Set-Thing', args)]) });
/** What the first command of an order is given. */
const argumentsIn = (order: Json) => {
  const [first] = isObject(order) && isObject(order.plan) ? (order.plan.Commands as JsonObject[]) : [];
  return first?.Arguments;
};
const stateOf = async (id: string) => (await cloud.pool.list()).servers.find((server) => server.id === id)?.state;

describe('an enrolment code', () => {
  it('is good once, for a while, and kept as a hash alone', async () => {
    const agent = await enrolled('once');
    await expect(
      cloud.pool.agents.enrol({ code: agent.code, name: 'twice', version: '1', facts: FACTS, key: KEY }),
    ).rejects.toMatchObject({ kind: 'forbidden', code: 'enrolment_code_invalid' });
    const late = await cloud.pool.createCode({ tags: [], minutes: 10, createdBy: 'c'.repeat(32) });
    expect((await cloud.pool.list()).codes.map(({ id }) => id)).toEqual([late.id]);
    now = new Date(now.getTime() + 11 * 60_000);
    await expect(
      cloud.pool.agents.enrol({ code: late.code, name: 'late', version: '1', facts: FACTS, key: KEY }),
    ).rejects.toMatchObject({ code: 'enrolment_code_invalid' });
    const stored = JSON.stringify([
      await database.db.enrolmentCode.findMany(),
      await database.db.poolServer.findMany(),
    ]);
    expect(stored).not.toContain(agent.code);
    await agent.remove();
  });

  it('that is taken back is good no more', async () => {
    const made = await cloud.pool.createCode({ tags: [], minutes: 10, createdBy: 'c'.repeat(32) });
    expect(await cloud.pool.revokeCode(made.id)).toBe(true);
    await expect(
      cloud.pool.agents.enrol({ code: made.code, name: 'x', version: '1', facts: FACTS, key: KEY }),
    ).rejects.toMatchObject({ code: 'enrolment_code_invalid' });
  });
});

describe('a server of the pool', () => {
  it('becomes the machine of a stack, is given plans signed for it, and is free again after it', async () => {
    const agent = await enrolled('rack1');
    expect(await machine(agent, 'web1')).toEqual({ ok: true, outputs: { address: '192.0.2.11' } });
    expect(await stateOf(agent.serverId)).toBe('taken');
    await send('plan-1', 'web1', { Password: testSecrets.seal('swordfish') });
    const plan = await agent.nextPlan();
    if (!plan) throw new Error('no plan came');
    expect(plan.body).not.toContain('swordfish');
    expect(argumentsIn(await agent.secretsOf(plan))).toEqual({ Password: 'swordfish' });
    const signature = Buffer.from(plan.signature, 'base64');
    const isFor = (server: string) =>
      verify(null, signedText(server, plan, plan.call ?? null), createPublicKey(agent.verifyKey), signature);
    expect([isFor(agent.serverId), isFor('f'.repeat(32))]).toEqual([true, false]);

    const lines = [{ number: 1, stream: 'stdout' as const, text: 'the password is swordfish' }];
    const commands = [{ command: 'Set-Thing', index: 0, count: 1, ok: true }];
    for (const _ of ['reported', 'and once more, for the answer was lost'])
      await (await agent.known(`report ${plan.id}`)).report(plan.id, { lines, commands });
    await (await agent.known(`answer ${plan.id}`)).answer(plan.id, { result: ok('set to swordfish') });
    await (await agent.known(`answer ${plan.id}`)).answer(plan.id, { result: ok('another answer') });
    await eventually('the reply', () => replies.some(({ planId }) => planId === 'plan-1'));
    const [reply, ...further] = replies.filter(({ planId }) => planId === 'plan-1');
    expect(further).toEqual([]);
    expect(testSecrets.open(reply?.result)).toEqual(ok('set to swordfish'));
    const emitted = events.filter((event) => event.kind === 'output' || event.kind === 'command');
    expect(emitted.map(({ kind }) => kind).sort()).toEqual(['command', 'output']);
    expect(JSON.stringify([replies, events, await database.db.cloudPlan.findMany()])).not.toContain('swordfish');

    await stacks.delete({ scope: SCOPE, name: 'web1' });
    expect(await stateOf(agent.serverId)).toBe('cleaning');
    const end = new AbortController();
    const asking = agent.nextPlan(end.signal);
    await eventually('the server to be free', async () => (await stateOf(agent.serverId)) === 'free');
    end.abort();
    await asking;
    await agent.remove();
  });

  it('prints and returns what cannot be stored, and is understood all the same, its secrets sealed', async () => {
    const agent = await enrolled('bytes');
    await machine(agent, 'web9');
    await send('plan-9', 'web9', { Password: testSecrets.seal('swordfish') });
    const plan = await agent.nextPlan();
    const wide = [...'it is swordfish'].join('\0');
    const lines = [{ number: 1, stream: 'stdout' as const, text: `${wide}\ud83d` }];
    await (await agent.known(`report ${plan?.id ?? ''}`)).report(plan?.id ?? '', { lines, commands: [] });
    await (await agent.known(`answer ${plan?.id ?? ''}`)).answer(plan?.id ?? '', { result: ok(wide) });
    await eventually('the reply', () => replies.some(({ planId }) => planId === 'plan-9'));
    const reply = replies.find(({ planId }) => planId === 'plan-9');
    expect(testSecrets.open(reply?.result)).toEqual(ok('it is swordfish'));
    const said = events.find((event) => event.kind === 'output' && event.planId === 'plan-9');
    expect(said).toMatchObject({ line: expect.stringMatching(/^it is .*\ufffd$/) });
    const stored = JSON.stringify([reply, said, await database.db.cloudPlan.findMany()]);
    expect(stored).not.toMatch(/s.?w.?o.?r.?d.?f/);
    await stacks.delete({ scope: SCOPE, name: 'web9' });
    await agent.remove();
  });

  it('that pretends to be another one gets nothing of it, and answers nothing for it', async () => {
    const [own, other] = [await enrolled('own'), await enrolled('other', { cores: 1 })];
    await machine(own, 'web2');
    await send('plan-2', 'web2');
    const plan = await own.nextPlan();
    const stolen = { lines: [], commands: [] };
    for (const attempt of [
      async () => (await other.known('report plan-2')).report('plan-2', stolen),
      async () => (await other.known('answer plan-2')).answer('plan-2', { result: ok('mine') }),
    ])
      await expect(attempt()).rejects.toMatchObject({ kind: 'not_found', code: 'plan_not_yours' });
    const gone = new AbortController();
    gone.abort();
    expect(await other.nextPlan(gone.signal)).toBeNull();
    await expect(cloud.pool.agents.identify('vetro_made-up')).rejects.toMatchObject({
      kind: 'not_authenticated',
      code: 'agent_unknown',
    });
    await (await own.known(`answer ${plan?.id ?? ''}`)).answer(plan?.id ?? '', { result: ok('own') });
    await eventually('the reply', () => replies.some(({ planId }) => planId === 'plan-2'));
    expect(replies.find(({ planId }) => planId === 'plan-2')?.result).toEqual(ok('own'));
    await expect(own.remove()).rejects.toMatchObject({ code: 'server_taken' });
    await stacks.delete({ scope: SCOPE, name: 'web2' });
    for (const one of [own, other]) await one.remove();
  });

  it('is chosen by size, system and tag: the smallest that fits', async () => {
    const large = await enrolled('large', { cores: 16 });
    const small = await enrolled('small', { cores: 2, memoryMb: 4_000 });
    const tagged = await enrolled('tagged', { cores: 8 }, ['berlin']);
    await enrolled('linux', { system: 'linux', systemName: 'debian-12', systemTitle: 'Debian 12' });
    const offer = await cloud.offer(SCOPE);
    expect(offer).toMatchObject({ cloud: 'pool', simulated: false, availabilityZones: ['nova', 'berlin'] });
    expect(offer.images.map(({ name, type }) => [name, type])).toEqual([
      ['debian-12', 'linux'],
      ['windows-server-2022-standard', 'windows.2022'],
    ]);
    const names = new Map(
      [large, small, tagged].map((one, index) => [one.serverId, ['large', 'small', 'tagged'][index]]),
    );
    const taken = async () => {
      const { servers } = await cloud.pool.list();
      return servers.flatMap(({ id, machine: on }) => (on ? [`${on.host} on ${names.get(id)}`] : [])).sort();
    };
    await machine(small, 'a');
    await machine(tagged, 'b', { availability_zone: 'berlin' });
    await machine(large, 'c');
    expect(await taken()).toEqual(['a on small', 'b on tagged', 'c on large']);
    const none = await stacks.apply({ scope: SCOPE, name: 'd', template: template('d'), parameters: {} });
    expect(none).toMatchObject({ ok: false, resource: 'vm' });
    expect(none.ok ? '' : none.reason).toContain('no free server fits (linux: it has Debian 12)');
  });
});

describe('the secrets of a plan', () => {
  const PASSWORD = 'swordfish';
  let agent: Awaited<ReturnType<typeof enrolled>>;
  let other: Awaited<ReturnType<typeof enrolled>>;
  let count = 0;

  beforeAll(async () => {
    [agent, other] = [
      await enrolled('secretive', { systemName: 'secretive' }),
      await enrolled('curious', { systemName: 'curious' }),
    ];
    await machine(agent, 'safe', { image: 'secretive' });
    await machine(other, 'thief', { image: 'curious' });
  });
  afterAll(async () => {
    for (const name of ['safe', 'thief']) await stacks.delete({ scope: SCOPE, name });
    for (const one of [agent, other]) await one.remove();
  });

  /** A plan that was given to the agent, with a secret alone and one within a text. */
  async function given(by = agent, queue = 'safe') {
    count += 1;
    const sealed = testSecrets.seal(PASSWORD);
    await send(`secret-${count}`, queue, { Password: sealed, Line: `run /p:${sealed} /quiet`, Plain: 'plain' });
    const plan = await by.nextPlan();
    if (!plan) throw new Error('no plan came');
    return { ...plan, end: async () => (await by.known(`answer ${plan.id}`)).answer(plan.id, { result: ok('done') }) };
  }
  const refused = (asking: Promise<unknown>, code: string) =>
    expect(asking).rejects.toMatchObject({ kind: 'conflict', code });

  it('are references in it, which its machine fetches once', async () => {
    const plan = await given();
    const { secrets } = JSON.parse(plan.body) as PlanOrder;
    expect(argumentsIn(JSON.parse(plan.body) as Json)).toEqual({
      Password: { $secretReference: `${secrets}/plan/Commands/0/Arguments/Password` },
      Line: { $secretReference: `${secrets}/plan/Commands/0/Arguments/Line` },
      Plain: 'plain',
    });
    const opened = { Password: PASSWORD, Line: `run /p:${PASSWORD} /quiet`, Plain: 'plain' };
    expect(argumentsIn(await agent.secretsOf(plan))).toEqual(opened);
    await refused(agent.secretsOf(plan), 'plan_secrets_fetched');
    // an agent that was killed is given the plan again, with references of its own
    const again = await agent.nextPlan();
    expect(again?.id).toBe(plan.id);
    await refused(agent.secretsOf(plan), 'plan_secrets_replaced');
    expect(argumentsIn(await agent.secretsOf(again ?? plan))).toEqual(opened);
    await plan.end();
    await refused(agent.secretsOf(again ?? plan), 'plan_over');
    expect(JSON.stringify([plan, again, await database.db.poolServer.findMany()])).not.toContain(PASSWORD);
  });

  it('are good for minutes, and of the plan alone that the machine is at', async () => {
    const [first, late] = [await given(), new Date(now.getTime() + FETCH_WITHIN_MS + 1)];
    const before = now;
    now = late;
    await refused(agent.secretsOf(first), 'plan_secrets_late');
    now = before;
    await first.end();
    const second = await given();
    await refused(agent.secretsOf({ ...second, body: first.body }), 'plan_secrets_replaced');
    await refused(agent.secretsOf({ ...first, body: second.body }), 'plan_over');
    await agent.secretsOf(second);
    await second.end();
  });

  it('are given to no other machine, to no other process, and for no key but that of the call', async () => {
    const plan = await given();
    await expect(other.secretsOf(plan)).rejects.toMatchObject({ kind: 'not_found', code: 'plan_not_yours' });
    const { secrets: grant = '' } = JSON.parse(plan.body) as PlanOrder;
    const [own, foreign] = [createOpeningKey(), createOpeningKey()];
    const call = await agent.known(`secrets ${own.publicKey} ${plan.id}`);
    await expect(call.secrets(plan.id, { grant, key: foreign.publicKey })).rejects.toMatchObject({
      code: 'agent_unknown',
    });
    const zero = 'A'.repeat(43);
    const weak = await agent.known(`secrets ${zero} ${plan.id}`);
    await expect(weak.secrets(plan.id, { grant, key: zero })).rejects.toMatchObject({ code: 'bad_key' });
    const next = agent.signer.next();
    await refused(agent.secretsOf(plan, next), 'plan_secrets_replaced');
    const anew = await (await agent.known('work', next)).poll(
      {
        ...{ version: '1', facts: { ...FACTS, systemName: 'secretive' }, cleaned: null, fetchesSecrets: true },
        prepared: (await database.db.poolServer.findUniqueOrThrow({ where: { id: agent.serverId } })).machineId,
      },
      never,
    );
    if (!anew.plan) throw new Error('no plan came');
    const { secrets: next2 = '' } = JSON.parse(anew.plan.body) as PlanOrder;
    const sent = await (await agent.known(`secrets ${own.publicKey} ${plan.id}`, next)).secrets(plan.id, {
      grant: next2,
      key: own.publicKey,
    });
    expect(() => foreign.open(sent, plan.id)).toThrow();
    expect(() => own.open(sent, 'another plan')).toThrow();
    expect(Object.values(own.open(sent, plan.id))).toContain(PASSWORD);
    const signature = Buffer.from(sent.signature, 'base64');
    const isFor = (server: string) =>
      verify(null, secretsText(server, plan.id, sent), createPublicKey(agent.verifyKey), signature);
    expect([isFor(agent.serverId), isFor(other.serverId)]).toEqual([true, false]);
    await (await agent.known(`answer ${plan.id}`, next)).answer(plan.id, { result: ok('done') });
  });

  it('stay with the server where the agent is of an earlier release; a plan without any is carried out', async () => {
    const old = await enrolled('old', { systemName: 'old' }, [], {});
    await machine(old, 'attic', { image: 'old' });
    await send('old-1', 'attic', { Password: testSecrets.seal(PASSWORD) });
    await send('old-2', 'attic', { Word: 'plain' });
    expect(await old.nextPlan()).toMatchObject({ id: 'old-2', body: expect.stringContaining('plain') });
    await eventually('the reply', () => replies.some(({ planId }) => planId === 'old-1'));
    expect(replies.find(({ planId }) => planId === 'old-1')?.result).toMatchObject({
      IsException: true,
      Result: ['AgentOutdated', expect.stringContaining('cannot fetch them')],
    });
    await (await old.known('answer old-2')).answer('old-2', { result: ok('done') });
    await stacks.delete({ scope: SCOPE, name: 'attic' });
    await old.remove();
  });
});

describe('an agent of an earlier release that may still be updated', () => {
  it('is told to change its program first, and is given a plan with secrets once it has', async () => {
    const abilities: Pick<PollRequest, 'fetchesSecrets' | 'program'> = { program: '0'.repeat(64) };
    const agent = await enrolled('updating', { systemName: 'updatable' }, [], abilities);
    await machine(agent, 'shed', { image: 'updatable' });
    fs.writeFileSync(PROGRAM, 'the next one');
    await send('updating-1', 'shed', { Password: testSecrets.seal('swordfish') });
    const looked = new AbortController();
    looked.abort();
    for (const _ of ['told to change', 'and asks once more with its own program'])
      expect(await agent.nextPlan(looked.signal)).toBeNull();
    const waiting = await database.db.cloudPlan.findUniqueOrThrow({ where: { id: 'updating-1' } });
    expect(waiting.status).toBe('queued');
    const digest = createHash('sha256').update('the next one').digest('hex');
    Object.assign(abilities, { program: digest, fetchesSecrets: true });
    const plan = await agent.nextPlan();
    if (!plan) throw new Error('no plan came');
    expect(argumentsIn(await agent.secretsOf(plan))).toEqual({ Password: 'swordfish' });
    await (await agent.known(`answer ${plan.id}`)).answer(plan.id, { result: ok('done') });
    await stacks.delete({ scope: SCOPE, name: 'shed' });
    await agent.remove();
  });
});

describe('the identity of an agent', () => {
  const ask = { version: '1', facts: FACTS, prepared: null, cleaned: null };
  /** A call for work that stays open until it is ended. */
  const openPoll = async (agent: Awaited<ReturnType<typeof enrolled>>, by = agent.signer) => {
    const end = new AbortController();
    const known = await agent.known('work', by);
    const over = known.poll(ask, end.signal);
    return async () => {
      end.abort();
      await over;
    };
  };
  const secondAgent = async (id: string) =>
    (await cloud.pool.list()).servers.find((server) => server.id === id)?.secondAgent;

  it('is a key: a call that another has signed, or that was made before, is not answered', async () => {
    const agent = await enrolled('keyed');
    const used = agent.signer.proof(agent.serverId, 'work');
    await cloud.pool.agents.identify(used);
    await expect(cloud.pool.agents.identify(used)).rejects.toMatchObject({ code: 'agent_call_late' });
    const forged = agent.signer.withKey(createAgentKeyPair());
    await expect(agent.known('work', forged)).rejects.toMatchObject({ code: 'agent_unknown' });
    const forWork = await agent.known('work');
    await expect(forWork.answer('plan', { result: ok() })).rejects.toMatchObject({ code: 'agent_unknown' });
    await agent.remove();
  });

  it('that was copied is refused elsewhere while its own agent waits for work, and that is seen', async () => {
    const agent = await enrolled('copied');
    const end = await openPoll(agent);
    const copy = agent.signer.next('2'.repeat(16));
    await expect(agent.known('work', copy)).rejects.toMatchObject({ kind: 'conflict', code: 'agent_elsewhere' });
    expect(await secondAgent(agent.serverId)).toBeNull();
    await end();
    await (await openPoll(agent))();
    expect(await secondAgent(agent.serverId)).toMatchObject({ isContested: false });
    await agent.remove();
  });

  it('that was copied on the same computer is answered to neither of both, until it is renewed', async () => {
    const agent = await enrolled('contested');
    await (await openPoll(agent))();
    const copy = agent.signer.next();
    await (await openPoll(agent, copy))();
    await expect(agent.known('work')).rejects.toMatchObject({ code: 'agent_superseded' });
    for (const by of [agent.signer, copy])
      await expect(agent.known('work', by)).rejects.toMatchObject({ kind: 'forbidden', code: 'agent_contested' });
    expect(await secondAgent(agent.serverId)).toMatchObject({ isContested: true });

    const renewal = await cloud.pool.createRenewal(agent.serverId, { minutes: 10, createdBy: 'c'.repeat(32) });
    const renewed = createTestSigner();
    const enrolment = { code: renewal?.code ?? '', name: 'any', version: '1', facts: FACTS, key: renewed.key };
    expect(await cloud.pool.agents.enrol(enrolment)).toMatchObject({ serverId: agent.serverId, name: 'contested' });
    await (await openPoll(agent, renewed))();
    for (const by of [agent.signer, copy])
      await expect(agent.known('work', by)).rejects.toMatchObject({ code: 'agent_unknown' });
    expect(await secondAgent(agent.serverId)).toBeNull();
    await agent.remove();
  });

  it('changes its key, also where the answer was lost; a copy of the one before is good for nothing', async () => {
    const agent = await enrolled('rotating');
    const next = createAgentKeyPair();
    for (const _ of ['taken', 'and once more, for the answer was lost'])
      await (await agent.known('key')).renewKey(next.publicKey);
    await (await openPoll(agent, agent.signer.withKey(next)))();
    const old = await agent.known('work');
    await expect(old.poll(ask, never)).rejects.toMatchObject({ code: 'agent_key_retired' });
    await expect((await agent.known('key')).renewKey(KEY)).rejects.toMatchObject({ code: 'agent_key_retired' });
    await agent.remove();
  });

  it('is renewed in the middle of a plan, which is given to the new one', async () => {
    const agent = await enrolled('renewed', { systemName: 'renewable' });
    await machine(agent, 'web5', { image: 'renewable' });
    await send('plan-5', 'web5');
    expect(await agent.nextPlan()).toMatchObject({ id: 'plan-5' });
    const renewal = await cloud.pool.createRenewal(agent.serverId, { minutes: 10, createdBy: 'c'.repeat(32) });
    const renewed = createTestSigner();
    const enrolment = { code: renewal?.code ?? '', name: 'any', version: '1', facts: FACTS, key: renewed.key };
    await cloud.pool.agents.enrol({ ...enrolment, facts: { ...FACTS, systemName: 'renewable' } });
    await expect(agent.known('report plan-5')).rejects.toMatchObject({ code: 'agent_unknown' });
    const row = await database.db.poolServer.findUniqueOrThrow({ where: { id: agent.serverId } });
    const work = await (await agent.known('work', renewed)).poll({ ...ask, prepared: row.machineId }, never);
    expect(work.plan).toMatchObject({ id: 'plan-5', call: `${renewed.session}.1` });
    await (await agent.known('answer plan-5', renewed)).answer('plan-5', { result: ok('done') });
    await eventually('the reply', () => replies.some(({ planId }) => planId === 'plan-5'));
    await stacks.delete({ scope: SCOPE, name: 'web5' });
    await agent.remove();
  });

  it('is revoked in the middle of a plan: its machine is lost, and what it was at has failed by name', async () => {
    const agent = await enrolled('revoked', { systemName: 'revocable' });
    await machine(agent, 'web6', { image: 'revocable' });
    await send('plan-6', 'web6');
    await send('plan-7', 'web6');
    expect(await agent.nextPlan()).toMatchObject({ id: 'plan-6' });
    await expect(agent.remove()).rejects.toMatchObject({ code: 'server_taken' });
    await cloud.pool.remove(agent.serverId, true);
    await expect(agent.known('answer plan-6')).rejects.toMatchObject({ code: 'agent_unknown' });
    await eventually('both replies', () => replies.filter(({ planId }) => /^plan-[67]$/.test(planId)).length === 2);
    expect(replies.find(({ planId }) => planId === 'plan-6')?.result).toMatchObject({
      IsException: true,
      Result: ['ServerRemoved', expect.stringContaining('revoked was taken out of the pool')],
    });
    await stacks.delete({ scope: SCOPE, name: 'web6' });
  });

  it('of an earlier release is its credential, until its agent has a key', async () => {
    const agent = await enrolled('earlier');
    const credential = 'vetro_earlier';
    const data = { agentKey: null, credentialHash: hashToken(credential) };
    await database.db.poolServer.update({ where: { id: agent.serverId }, data });
    await expect(agent.known('work')).rejects.toMatchObject({ code: 'agent_unknown' });
    const gone = new AbortController();
    gone.abort();
    expect(await (await cloud.pool.agents.identify(credential)).poll(ask, gone.signal)).toEqual({});
    for (const _ of ['taken', 'and once more, for the answer was lost'])
      await (await cloud.pool.agents.identify(credential)).renewKey(agent.signer.key);
    await (await openPoll(agent))();
    const shown = await cloud.pool.agents.identify(credential);
    await expect(shown.poll(ask, never)).rejects.toMatchObject({ code: 'agent_key_missing' });
    await expect(shown.renewKey(KEY)).rejects.toMatchObject({ code: 'agent_key_missing' });
    await agent.remove();
  });
});

describe('a server that fits and is silent', () => {
  const image = 'windows-server-2019-standard';
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  /** Begins to make a machine; once the cloud waits for a server for it, one gets hold of what comes of it. */
  async function begin(name: string) {
    const making = stacks.apply({ scope: SCOPE, name, template: template(name, { image }), parameters: {} });
    await eventually('that the cloud waits for a server', async () => {
      const rows = await database.db.cloudResource.findMany({ where: { name: 'vm', status: 'IN_PROGRESS' } });
      return rows.some(({ attributes }) => 'waits_until' in (attributes as JsonObject));
    });
    return { making };
  }

  it('is waited for by a deployment that begins before its agent has asked again', async () => {
    const agent = await enrolled('restarted', { systemName: image });
    later(3600);
    const { making } = await begin('patient');
    const end = new AbortController();
    const asking = agent.nextPlan(end.signal);
    expect(await making).toEqual({ ok: true, outputs: { address: '192.0.2.11' } });
    expect(await stateOf(agent.serverId)).toBe('taken');
    end.abort();
    await asking;
    await stacks.delete({ scope: SCOPE, name: 'patient' });
    await agent.remove();
  });

  it('is waited for a minute, and no longer', async () => {
    const agent = await enrolled('away', { systemName: image });
    later(3600);
    const { making } = await begin('impatient');
    later(61);
    expect(await making).toMatchObject({
      ok: false,
      resource: 'vm',
      reason: expect.stringContaining('all servers of the pool "default" are taken or silent'),
    });
    await stacks.delete({ scope: SCOPE, name: 'impatient' });
    await agent.remove();
  });
});

describe('the pools that servers are in', () => {
  const OTHER = { tenantId: 'b'.repeat(32) };
  const image = 'windows-server-2025-pools';
  const make = (scope: { tenantId: string }, name: string) =>
    stacks.apply({ scope, name, template: template(name, { image }), parameters: {} });

  it('give servers to the tenants that they are open to, and say by name what has none', async () => {
    const pool = await cloud.pool.pools.create({
      ...{ name: 'vault', openToAll: false, tenantIds: [OTHER.tenantId], systemAccounts: ['windows'] },
    });
    const agent = await enrolled('vaulted', { systemName: image });
    expect(await cloud.pool.change(agent.serverId, { poolId: pool.id })).toMatchObject({ pool: { name: 'vault' } });
    // an image of servers that the tenant may not use is none of its images
    expect(await cloud.stacks.validate(SCOPE, { template: template('no', { image }), parameters: {} })).toMatchObject({
      ok: false,
      resource: 'vm',
    });
    expect(await make(SCOPE, 'outsider')).toMatchObject({ ok: false, resource: 'vm' });
    expect(await stateOf(agent.serverId)).toBe('free');
    const end = new AbortController();
    const asking = agent.nextPlan(end.signal);
    expect(await make(OTHER, 'insider')).toMatchObject({ ok: true });
    end.abort();
    await asking;
    expect(await stateOf(agent.serverId)).toBe('taken');
    await expect(cloud.pool.change(agent.serverId, { poolId: '0'.repeat(31).concat('1') })).rejects.toMatchObject({
      code: 'server_not_free',
    });
    await stacks.delete({ scope: OTHER, name: 'insider' });
    await agent.remove();
  });

  it('name themselves where they have no free server', async () => {
    const two = await Promise.all([enrolled('own-1', { systemName: image }), enrolled('own-2', { systemName: image })]);
    const [pool] = (await cloud.pool.pools.list()).filter(({ name }) => name === 'vault');
    await cloud.pool.change(two[0].serverId, { poolId: String(pool?.id) });
    await database.db.poolServer.update({ where: { id: two[0].serverId }, data: { machineId: newId() } });
    await database.db.poolServer.update({ where: { id: two[1].serverId }, data: { machineId: newId() } });
    expect(await make(OTHER, 'crowded')).toMatchObject({
      reason: expect.stringContaining('all servers of the pools "default", "vault" are taken or silent'),
    });
    await database.db.poolServer.update({ where: { id: two[0].serverId }, data: { machineId: null } });
    const limit = async () => (await cloud.offer(OTHER)).quota.machines.limit;
    const whileOpen = await limit();
    await cloud.pool.pools.change(String(pool?.id), { tenantIds: [] });
    expect(await limit()).toBe(whileOpen - 1);
    for (const { serverId } of two) await database.db.poolServer.delete({ where: { id: serverId } });
  });
});

describe('the account of a plan on a server of a pool', () => {
  const DEFAULT = '0'.repeat(31).concat('1');
  const about = { RunAs: 'system', RunAsReason: 'It installs a service' } as const;

  /** What the agent of a server is sent, or what is answered in its place. */
  async function outcomeOf(system: AgentFacts['system'], declared: object, systemAccounts: AgentFacts['system'][]) {
    const queue = `account-${newId()}`;
    await cloud.pool.pools.change(DEFAULT, { systemAccounts });
    const agent = await enrolled(queue, { system });
    await machine(agent, queue);
    const planId = newId();
    const plan = { ...planOf([call('Set-Thing', {})]), ...declared };
    const end = new AbortController();
    const next = agent.nextPlan(end.signal);
    await cloud.agents.send({ ...UNHURRIED, scope: SCOPE, planId, queue, plan });
    const reply = () => replies.find((one) => one.planId === planId);
    const answered = eventually(
      'a plan or an answer',
      async () => (reply() !== undefined || end.signal.aborted) && { body: null },
    );
    const sent = await Promise.race([next, answered]);
    end.abort();
    await next;
    const order = sent?.body ? (JSON.parse(sent.body) as PlanOrder) : null;
    await stacks.delete({ scope: SCOPE, name: queue });
    await agent.remove();
    return order ? order.account : JSON.stringify(reply()?.result);
  }

  it.each([
    ['linux', {}, [], 'machine'],
    ['linux', about, ['linux'], 'system'],
    ['windows', about, ['windows'], 'system'],
    ['windows', {}, ['windows'], 'system'],
  ] as const)('on %s with %j where %j may: %s', async (system, declared, systemAccounts, account) => {
    expect(await outcomeOf(system, declared, [...systemAccounts])).toBe(account);
  });

  it.each([
    ['linux', about, ['windows'], 'does not allow root on Linux. It says that it needs it (It installs a service)'],
    ['windows', {}, ['linux'], 'does not allow SYSTEM on Windows, and plans have no other account there'],
  ] as const)('is refused on %s with %j where %j may', async (system, declared, systemAccounts, words) => {
    expect(await outcomeOf(system, declared, [...systemAccounts])).toContain(words);
  });
});

describe('what given iron cannot do', () => {
  it.each([
    ['OS::Neutron::Net', {}, 'Networks, subnets and routers cannot be made'],
    ['OS::Neutron::FloatingIP', { floating_network: 'public' }, 'Floating addresses cannot be given out'],
    ['OS::Cinder::Volume', { size: 1 }, 'Volumes cannot be made'],
    ['OS::Octavia::LoadBalancer', { vip_subnet: 'private-subnet' }, 'Load balancers cannot be made'],
  ])('%s is refused in words, before anything is done', async (type, properties, words) => {
    const wanted = { heat_template_version: '2018-08-31', resources: { one: { type, properties } } };
    const refused = await cloud.stacks.validate(SCOPE, { template: wanted, parameters: {} });
    expect(refused).toMatchObject({ ok: false, resource: 'one', resourceType: type });
    expect(refused?.reason).toContain(words);
  });
});
