import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { Connection } from 'rabbitmq-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bootMachine, identityIn, type TestMachine } from '@/agent/testing/machine';
import { examineBroker } from '@/lib/cloud/agents/doctor';
import { type DebianAgent, firstStartOfDebianAgent } from '@/lib/cloud/agents/testing/debian-agent';
import { startRabbit, type TestRabbit } from '@/lib/cloud/agents/testing/rabbit';
import { call, planOf, testSecrets } from '@/lib/cloud/embedded/testing';
import { UNHURRIED } from '@/lib/cloud/testing/test-stacks';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { AGENT_EXCHANGE, type AgentBroker, answersQueue, callKey } from '@/lib/formats/agent-channel/broker';
import type { PlanResult, Program } from '@/lib/formats/execution-plan/plan';
import type { JsonObject } from '@/lib/model/json';
import type { AgentReply, MachineEvent } from '@/lib/ports/cloud/cloud';
import { eventually } from '@/lib/testing/patience';
import { createOpenStackAgents, type OpenStackAgents } from './agents';

const SCOPE = { tenantId: 'a'.repeat(32) };
const IMAGE = { id: 'i-1', name: 'ws', title: 'WS', type: 'windows.2022', marked: true, agent: null };
const never = new AbortController().signal;
const log = {
  warn: () => undefined,
  error: (details: object, text: string) => void process.stderr.write(`${text}: ${inspect(details)}\n`),
};

let rabbit: TestRabbit;
let database: TestDatabase;
let agents: OpenStackAgents;
const replies: AgentReply[] = [];
const events: MachineEvent[] = [];
const machines: TestMachine[] = [];

beforeAll(async () => {
  [rabbit, database] = await Promise.all([startRabbit(), createTestDatabase()]);
  const parts = {
    ...database,
    settings: { program: 'agent/generated/vetro-agent.mjs', releaseKey: null, addresses: [] },
    server: 'https://vetro.example.com',
    broker: rabbit.settings,
    usualAgent: 'vetro' as const,
  };
  agents = createOpenStackAgents({ ...parts, log }, testSecrets);
  agents.agents.subscribe(async (reply) => void replies.push(reply));
  agents.subscribe(async (batch) => void events.push(...batch));
  await agents.start();
});
afterAll(async () => {
  for (const machine of machines) await machine.remove();
  await agents?.stop();
  await rabbit?.close();
  await database?.drop();
});

/** What Heat gives a machine. */
async function userDataOf(host: string, queue: string, stack = 'site'): Promise<string> {
  const properties = { name: host, image: 'ws', metadata: { agent_queue: queue } };
  const template = { resources: { [host]: { type: 'OS::Nova::Server', properties } } };
  const filled = await agents.withAgents(SCOPE, stack, { template, parameters: {} }, [IMAGE], never);
  const { [host]: server } = filled.template.resources as Record<string, { properties: JsonObject }>;
  return String(server?.properties.user_data);
}

async function boot(host: string, queue: string): Promise<TestMachine> {
  const machine = bootMachine(host, await userDataOf(host, queue));
  machines.push(machine);
  return machine;
}

type Identity = { serverId: string; credential: string; broker: AgentBroker };

const send = (planId: string, queue: string, names: string[], args: JsonObject = {}) =>
  agents.agents.send({
    ...UNHURRIED,
    scope: SCOPE,
    planId,
    queue,
    plan: planOf(names.map((name) => call(name, args))),
  });
const replyTo = (planId: string) =>
  eventually(`the reply to ${planId}`, () => replies.find((reply) => reply.planId === planId)?.result);
const returned = (...texts: string[]): PlanResult => ({
  IsException: false,
  Result: texts.map((text) => ({ IsException: false, Result: [text] })),
});

/** A connection with the login of a machine. */
function connect({ host, port, user, password, virtualHost, ca }: AgentBroker): Connection {
  const connection = new Connection({
    ...{ hostname: host, port, username: user, password, vhost: virtualHost },
    ...(ca === null ? {} : { tls: { ca } }),
  });
  connection.on('error', () => undefined);
  return connection;
}

describe('an agent by the message broker', () => {
  test('is started by the user data that its machine gets, and does what a plan says', async () => {
    const machine = await boot('web1', 'q-web1');
    await send('plan-1', 'q-web1', ['Set-Thing'], { Password: testSecrets.seal('swordfish') });
    expect(await replyTo('plan-1')).toEqual(returned('Set-Thing with Password'));
    expect(machine.calls()).toMatchObject([{ name: 'Set-Thing', given: { Password: 'swordfish' } }]);
    await eventually('its lines', () =>
      events.some((one) => one.kind === 'output' && one.line.includes('runs on web1')),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: 'machine', host: 'web1', phase: 'ready' }));
    expect(JSON.stringify([replies, events, await database.db.cloudPlan.findMany()])).not.toContain('swordfish');
  });

  test('gets the same user data each time, so that no other machine is made', async () => {
    expect(await userDataOf('web1', 'q-web1')).toBe(await userDataOf('web1', 'q-web1'));
  });

  test('goes on when RabbitMQ restarts in the middle of a command, which is carried out once', async () => {
    const machine = await boot('web2', 'q-web2');
    machine.gate(true);
    await send('plan-2', 'q-web2', ['Install-Thing', 'Start-Thing']);
    await eventually('the command', () => machine.calls().length === 1);
    await rabbit.restart();
    machine.gate(false);
    expect(await replyTo('plan-2')).toEqual(returned('Install-Thing with ', 'Start-Thing with '));
    expect(machine.calls().map(({ name }) => name)).toEqual(['Install-Thing', 'Start-Thing']);
    await send('plan-3', 'q-web1', ['Set-Thing']);
    expect(await replyTo('plan-3')).toEqual(returned('Set-Thing with '));
  });

  test('that dies in the middle of a plan goes on behind the commands that are over', async () => {
    const machine = await boot('web3', 'q-web3');
    await send('plan-4', 'q-web3', ['First-Thing']);
    await replyTo('plan-4');
    machine.gate(true);
    await send('plan-5', 'q-web3', ['Second-Thing', 'Third-Thing']);
    await eventually('the command', () => machine.calls().length === 2);
    await machine.kill();
    machine.gate(false);
    machine.start();
    expect(await replyTo('plan-5')).toEqual(returned('Second-Thing with ', 'Third-Thing with '));
    const names = machine.calls().map(({ name }) => name);
    expect(names.filter((name) => name !== 'Second-Thing')).toEqual(['First-Thing', 'Third-Thing']);
  });

  test('that answers twice is heard once', async () => {
    const { serverId, credential, broker } = identityIn(await userDataOf('web1', 'q-web1')) as Identity;
    const connection = connect(broker);
    const publisher = connection.createPublisher({ confirm: true });
    const answer = { result: { IsException: true, Result: ['Late', 'a second answer'] } };
    const headers = { authorization: `Bearer ${credential}` };
    const envelope = { exchange: AGENT_EXCHANGE, routingKey: callKey(serverId), headers };
    await publisher.send(envelope, { kind: 'answer', planId: 'plan-1', answer });
    await send('plan-6', 'q-web1', ['Set-Thing']);
    await replyTo('plan-6');
    expect(replies.filter(({ planId }) => planId === 'plan-1')).toHaveLength(1);
    await publisher.close();
    await connection.close();
  });

  test('that pretends to be another is refused, by the broker and by Vetro', async () => {
    const own = identityIn(await userDataOf('web1', 'q-web1')) as Identity;
    const other = identityIn(await userDataOf('web2', 'q-web2')) as Identity;
    const connection = connect(own.broker);
    const reads = await connection.acquire();
    await expect(reads.basicConsume({ queue: answersQueue(other.serverId) }, () => undefined)).rejects.toThrow(
      /ACCESS_REFUSED|access/i,
    );
    const publisher = connection.createPublisher({ confirm: true });
    const forged = { exchange: AGENT_EXCHANGE, routingKey: callKey(other.serverId) };
    await expect(publisher.send(forged, { kind: 'work' })).rejects.toThrow(/ACCESS_REFUSED|access/i);

    // under its own name, with a credential that it has stolen: the answer is that nobody knows it
    const queue = answersQueue(own.serverId);
    await machines[0]?.kill();
    const answered = new Promise<unknown>((resolve) => {
      connection.createConsumer({ queue, queueOptions: { queue, passive: true } }, ({ correlationId, body }) => {
        if (correlationId === 'stolen') resolve(body);
      });
    });
    const stolen = { authorization: `Bearer ${other.credential}` };
    const answer = { result: { IsException: false, Result: [] } };
    const envelope = { exchange: AGENT_EXCHANGE, routingKey: callKey(own.serverId), correlationId: 'stolen' };
    await connection
      .createPublisher({ confirm: true })
      .send({ ...envelope, headers: stolen }, { kind: 'answer', planId: 'plan-2', answer });
    expect(await answered).toMatchObject({ status: 401, code: 'agent_unknown' });
    connection.unsafeDestroy();
    machines[0]?.start();
  });

  test('has a broker that the doctor finds in order, and one that is not there is told', async () => {
    expect(await examineBroker(rabbit.settings)).toMatchObject([{ state: 'fine' }, { state: 'fine' }]);
    const wrong = await examineBroker({
      ...rabbit.settings,
      password: 'not the password',
      managementUrl: 'http://127.0.0.1:9',
    });
    expect(wrong).toMatchObject([
      { state: 'wrong' },
      { state: 'wrong', found: expect.stringContaining('127.0.0.1:9') },
    ]);
    expect(JSON.stringify(wrong)).not.toContain('not the password');
  });

  test('has no login any more once its machine is gone', async () => {
    const { broker } = identityIn(await userDataOf('gone', 'q-gone', 'gone')) as Identity;
    const before = connect(broker);
    await before.onConnect(30_000);
    before.unsafeDestroy();
    await agents.removeStaleAgents(SCOPE, 'gone', null);
    const after = connect(broker);
    const refused = new Promise<unknown>((resolve) => after.on('error', resolve));
    expect(String(await refused)).toMatch(/ACCESS_REFUSED|refused/i);
    after.unsafeDestroy();
  });
});

describe('an agent of Murano, as Debian has it', () => {
  const MURANO = { ...IMAGE, id: 'i-2', name: 'debian', type: 'linux', agent: 'murano-v2' as const };
  const library = 'lib/conductor/muranopl/library/io.murano/Resources';
  let debian: DebianAgent;
  let agent: ChildProcess | null = null;

  /** The script that a package has for the first start, as Heat fills it in for this machine. */
  async function scriptOf(queue: string): Promise<string> {
    const settings = parse(
      fs.readFileSync(`${library}/agent-settings.yaml`, 'utf8').replace('$queue', queue),
    ) as JsonObject;
    const template = fs.readFileSync(`${library}/linux-init.sh`, 'utf8');
    const properties = {
      ...{ name: 'linux1', image: 'debian', metadata: { agent_queue: queue } },
      user_data: { str_replace: { template, params: settings } },
    };
    const content = { template: { resources: { linux1: { type: 'OS::Nova::Server', properties } } }, parameters: {} };
    const { template: filled } = await agents.withAgents(SCOPE, 'linux', content, [MURANO], never);
    const { linux1 } = filled.resources as { linux1: { properties: { user_data: { str_replace: JsonObject } } } };
    const { params } = linux1.properties.user_data.str_replace;
    return Object.entries(params as JsonObject).reduce(
      (text, [key, value]) => text.replaceAll(key, String(value)),
      template,
    );
  }

  beforeAll(async () => {
    debian = firstStartOfDebianAgent(await scriptOf('q-linux1'));
    const { folder, command, env } = debian;
    const output = fs.openSync(path.join(folder, 'log'), 'w');
    const [program, ...args] = command;
    agent = spawn(program, args, { env, stdio: ['ignore', output, output] });
  });
  afterAll(() => {
    agent?.kill('SIGKILL');
    debian?.remove();
  });

  const program = (body: string): Program => ({
    ...{ FormatVersion: '2.0.0', Version: '1.0.0', Name: 'Deploy', Body: body, Parameters: { greeting: 'hello' } },
    Scripts: {
      deploy: {
        ...{ Type: 'Application', Version: '1.0.0', EntryPoint: 'bin/deploy.sh', Files: ['deploy'] },
        Options: { captureStdout: true, captureStderr: true, verifyExitcode: true },
      },
    },
    Files: {
      'bin/deploy.sh': {
        ...{ Name: 'bin/deploy.sh', BodyType: 'Text' },
        Body: `#!/bin/sh\necho "$1" >> ${debian.folder}/done\necho said $1 $(od -An -tx1 < ../data)\n[ "$1" = hello ]\n`,
      },
      // named as the script is, and no text
      deploy: { Name: 'data', BodyType: 'Base64', Body: Buffer.from([0xff, 0x00]).toString('base64') },
    },
  });
  const give = (planId: string, body: string) => {
    const plan = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const, program: program(body) };
    return agents.agents.send({ ...UNHURRIED, scope: SCOPE, planId, queue: 'q-linux1', plan });
  };
  const carriedOut = () => fs.readFileSync(path.join(debian.folder, 'done'), 'utf8').trim().split('\n');

  test('carries out a plan of version 2 and its result is read', async () => {
    await give('murano-1', 'return deploy(args.greeting).stdout');
    expect(await replyTo('murano-1')).toEqual({ IsException: false, Result: 'said hello ff 00' });
  });

  test('whose script fails says how', async () => {
    await give('murano-2', 'return deploy("farewell").stdout');
    expect(await replyTo('murano-2')).toMatchObject({
      IsException: true,
      Result: ['ScriptFailed', expect.any(String), '', { exitCode: 1, stdout: 'said farewell ff 00' }],
    });
  });

  test('is given plans one after the other, and the same one once, while RabbitMQ restarts', async () => {
    await rabbit.restart();
    for (const planId of ['murano-3', 'murano-4', 'murano-4']) await give(planId, 'return deploy("hello").stdout');
    for (const planId of ['murano-3', 'murano-4']) expect(await replyTo(planId)).toMatchObject({ IsException: false });
    expect(carriedOut()).toEqual(['hello', 'farewell', 'hello', 'hello']);
  });

  test('is told who it is where the user data is made of resources of Heat, and Vetro’s own comes beside them', async () => {
    const config = { group: 'ungrouped', config: { get_param: 'agent_broker_user' } };
    const outfitted = async (host: string, image: string) => {
      const properties = {
        name: host,
        image,
        metadata: { agent_queue: `q-${host}` },
        user_data: { get_resource: 'whole' },
      };
      const resources = {
        whole: { type: 'OS::Heat::MultipartMime', properties: { parts: [{ config: { get_resource: 'script' } }] } },
        script: { type: 'OS::Heat::SoftwareConfig', properties: config },
        [host]: { type: 'OS::Nova::Server', properties },
      };
      const { template } = await agents.withAgents(
        SCOPE,
        host,
        { template: { resources }, parameters: {} },
        [IMAGE, MURANO],
        never,
      );
      return template.resources as Record<string, { properties: JsonObject }>;
    };
    const { script } = await outfitted('linux2', 'debian');
    expect(script?.properties.config).toMatch(/^vetro-[0-9a-f]{32}$/);
    const { linux3, 'linux3-vetro-agent': together } = await outfitted('linux3', 'ws');
    expect(linux3?.properties.user_data).toEqual({ get_resource: 'linux3-vetro-agent' });
    const [agentsOwn, own] = (together?.properties.parts ?? []) as JsonObject[];
    expect(identityIn(String(agentsOwn?.config))).toMatchObject({ server: 'https://vetro.example.com' });
    expect(own).toEqual({ config: { get_resource: 'whole' }, type: 'multipart' });
  });

  test('is told nothing that it has no words for', async () => {
    await send('murano-5', 'q-linux1', ['Set-Thing']);
    expect(await replyTo('murano-5')).toMatchObject({
      IsException: true,
      Result: ['FormatNotSupported', expect.any(String)],
    });
  });
});
