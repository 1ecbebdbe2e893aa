import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import { errors, toProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Operation } from '@/lib/model/runs/operation';
import { engineOf } from './engine';
import { RecordedWorld, type Script } from './recorded-world';
import { runObjects } from './run-objects';
import { filesIn, shippedLibrary, storedPackage } from './testing/shipped-library';

const PAIR = path.resolve(import.meta.dirname, '../../runtime/testing/packages/com.example.WebPair');
const engine = engineOf([...shippedLibrary(), storedPackage(filesIn(PAIR))]);

/** The same application, which does something else about pages that cannot be made. */
function whereFailing(statement: string) {
  const files = filesIn(PAIR);
  const name = 'Classes/WebPair.yaml';
  const written = Buffer.from(files.get(name) ?? []).toString('utf8');
  const making = '      - $pages: $.servers.pselect([$.name, $this.install($, $this.greeting)])\n';
  const tried = `      - Try:\n    ${making}        Catch:\n          As: e\n          Do:\n            - ${statement}\n`;
  expect(written).toContain(making);
  return engineOf([
    ...shippedLibrary(),
    storedPackage(new Map([...files, [name, Buffer.from(written.replace(making, tried))]])),
  ]);
}
const CATCHING = whereFailing('$pages: []');
const RETHROWING = whereFailing('Rethrow:');

const id = (digit: string) => digit.repeat(32);
const server = (digit: string, name: string) => ({
  '?': { id: id(digit), type: 'io.murano.resources.LinuxMuranoInstance' },
  name,
  image: 'debian-12-murano',
  flavor: 'm1.small',
});

function environment(...servers: JsonObject[]): EnvironmentModel {
  return {
    id: id('e'),
    name: 'shop',
    services: [
      {
        '?': { id: id('a'), type: 'com.example.WebPair' },
        id: id('a'),
        type: 'com.example.WebPair',
        name: 'pages',
        greeting: 'Welcome',
        units: [],
        servers,
      },
    ],
  };
}

let deployments = 0;

function deploy(model: EnvironmentModel, world: RecordedWorld, program = engine) {
  return runOperation({ kind: 'deploy' }, model, world, program);
}

async function runOperation(operation: Operation, model: EnvironmentModel, world: RecordedWorld, program = engine) {
  deployments += 1;
  return runObjects({
    operation,
    engine: program,
    model,
    effects: world.effects,
    time: new ProcessorTime(),
    planTimeoutMs: 60_000,
    startedAt: '2026-03-01T12:00:00.000Z',
    seed: `deployment ${deployments}`,
    identity: { project: { id: id('f'), name: 'contoso' }, user: { id: id('d'), name: 'member' } },
  });
}

const both = () => environment(server('1', 'web1'), server('2', 'web2'));
const saying: Script = {
  plan: ({ host }) => ({ answered: true, result: { IsException: false, Result: `Welcome from ${host}` } }),
};

describe('an environment with a MuranoPL application', () => {
  it('is deployed: networks and machines, a plan for each, what they said, and reports', async () => {
    const world = new RecordedWorld(saying);
    const { model, cancelled } = await deploy(both(), world);
    expect(cancelled).toBe(false);
    expect(world.asked.at(0)).toBe('read applications');
    expect(world.asked.filter((asked) => asked.startsWith('plan')).sort()).toEqual([
      'plan MakePage on web1',
      'plan MakePage on web2',
    ]);
    expect(world.reports.filter(({ level }) => level === 'info').map(({ text }) => text)).toEqual([
      'Making 2 machines',
      expect.stringMatching(/^The page is at 10\.64\.0\.\d+, 10\.64\.0\.\d+$/),
    ]);
    const [service] = model.services;
    expect(service).toMatchObject({
      id: id('a'),
      type: 'com.example.WebPair',
      name: 'pages',
      pages: { web1: 'Welcome from web1', web2: 'Welcome from web2' },
    });
    expect(service?.units).toEqual([
      { id: id('1'), name: 'web1', state: expect.objectContaining({ hostname: 'web1', address: expect.any(String) }) },
      { id: id('2'), name: 'web2', state: expect.objectContaining({ hostname: 'web2', address: expect.any(String) }) },
    ]);
  });

  it('asks the cloud for servers that know their agent, in a network of their own', async () => {
    const world = new RecordedWorld(saying);
    await deploy(both(), world);
    const { resources, parameters, outputs } = world.stacks.get('applications')?.template ?? {};
    const types = Object.values(resources as Record<string, { type: string }>).map(({ type }) => type);
    expect(types.sort()).toEqual([
      'OS::Neutron::Net',
      'OS::Neutron::Port',
      'OS::Neutron::Port',
      'OS::Neutron::RouterInterface',
      'OS::Neutron::SecurityGroup',
      'OS::Neutron::Subnet',
      'OS::Nova::Server',
      'OS::Nova::Server',
    ]);
    expect((resources as Record<string, unknown>).web1).toMatchObject({
      type: 'OS::Nova::Server',
      properties: {
        name: 'web1',
        image: 'debian-12-murano',
        flavor: 'm1.small',
        metadata: { agent_queue: `e${id('e')}-${id('a')}-${id('1')}` },
        networks: [{ port: { get_resource: expect.stringMatching(/^web1-port-to-/) } }],
        user_data_format: 'RAW',
      },
    });
    expect(Object.keys(parameters as object)).toContain('agent_broker_host');
    expect(Object.keys(outputs as object)).toEqual(expect.arrayContaining(['web1-id', 'web1-assigned-ips', 'web2-id']));
  });

  it('changes nothing of the stack when it is deployed again', async () => {
    const world = new RecordedWorld(saying);
    const first = await deploy(both(), world);
    const before = structuredClone(world.stacks.get('applications')?.template);
    const second = await deploy(first.model, world);
    expect(world.stacks.get('applications')?.template).toEqual(before);
    expect(second.model.services[0]?.units).toEqual(first.model.services[0]?.units);
  });

  it('gives up a machine that is no longer in it', async () => {
    const world = new RecordedWorld(saying);
    const { model } = await deploy(both(), world);
    const services = model.services.map((service) => ({
      ...service,
      servers: (service.servers as Json[]).slice(0, 1),
    }));
    const after = await deploy({ ...model, services }, world);
    const resources = Object.keys(world.stacks.get('applications')?.template.resources as object);
    expect(resources).toContain('web1');
    expect(resources.filter((name) => name.startsWith('web2'))).toEqual([]);
    expect(after.model.services[0]?.units).toHaveLength(1);
  });

  it('takes its stack down when the last object goes', async () => {
    const world = new RecordedWorld(saying);
    const { model } = await deploy(both(), world);
    const after = await deploy({ ...model, services: [] }, world);
    expect(world.stacks.size).toBe(0);
    expect(after.model.state).toEqual({});
  });

  it('keeps what was reached when a machine fails, and says where the program stood', async () => {
    const world = new RecordedWorld({
      plan: () => ({ answered: true, result: { IsException: true, Result: ['RuntimeError', 'nginx is not there'] } }),
    });
    await expect(deploy(both(), world)).rejects.toMatchObject({
      kind: 'language',
      code: 'program_failed',
      sentence: expect.stringMatching(/^com\.example\.WebPair\/Classes\/WebPair\.yaml, line \d+: .*nginx is not there/),
    });
    expect(world.saved.at(-1)?.services[0]?.units).toEqual([
      expect.objectContaining({ state: expect.objectContaining({ hostname: 'web1' }) }),
      expect.objectContaining({ state: expect.objectContaining({ hostname: 'web2' }) }),
    ]);
  });

  it('says for which effect an error was raised; what the program has caught is told as dealt with', async () => {
    const failing: Script = {
      plan: ({ host }) => ({
        answered: true,
        result: { IsException: true, Result: ['RuntimeError', 'nginx is not there'] },
        effectId: `plan on ${host}`,
      }),
    };
    const thrown = new RecordedWorld(failing);
    await expect(deploy(both(), thrown)).rejects.toMatchObject({
      details: { effectId: expect.stringMatching(/^plan on web[12]$/) },
    });
    expect(thrown.handled).toEqual([]);
    const caught = new RecordedWorld(failing);
    await deploy(both(), caught, CATCHING);
    expect(caught.handled).toHaveLength(1);
    const again = new RecordedWorld(failing);
    await expect(deploy(both(), again, RETHROWING)).rejects.toMatchObject({ code: 'program_failed' });
    expect(again.handled).toEqual([]);
  });

  it('is left where it stood by a cancel, which no Catch or Finally of the program hears of', async () => {
    const problem = toProblem(errors.cancelled('effect_cancelled', 'The deployment was cancelled.'));
    const world = new RecordedWorld({ plan: () => ({ answered: false, problem }) });
    const { model, cancelled } = await deploy(both(), world);
    expect(cancelled).toBe(true);
    expect(model.services[0]?.units).toHaveLength(2);
    expect(world.reports.some(({ text }) => text.startsWith('The page is at'))).toBe(false);
  });

  it('names the class, the property and the value when the model is not what a class wants', async () => {
    await expect(deploy(environment(), new RecordedWorld())).rejects.toMatchObject({
      sentence: expect.stringContaining('com.example.WebPair.servers'),
    });
  });

  it('says that something is not there which the model refers to, and its id in the trace alone', async () => {
    const model = environment(server('1', 'web1'));
    Object.assign(model.services[0] ?? {}, { servers: [id('9'), id('8')] });
    await expect(deploy(model, new RecordedWorld())).rejects.toMatchObject({
      sentence: expect.stringMatching(/Something refers to an object that the environment does not have\.$/),
      details: { trace: expect.stringContaining(id('9')) },
    });
  });
});

describe('an action of an object', () => {
  const action = (method: string, given: JsonObject, objectId = id('a')): Operation => ({
    kind: 'action',
    objectId,
    method,
    arguments: given,
  });
  const deployed = async () => (await deploy(both(), new RecordedWorld(saying))).model;

  it('is a method of it, called with arguments by name; what it returns is the result', async () => {
    const model = await deployed();
    const world = new RecordedWorld({
      plan: ({ host }) => ({ answered: true, result: { IsException: false, Result: `Hello from ${host}` } }),
    });
    const end = await runOperation(action('greet', { greeting: 'Hello' }), model, world);
    expect(end.result).toEqual({ web1: 'Hello from web1', web2: 'Hello from web2' });
    expect(end.cancelled).toBe(false);
    expect(world.asked.filter((asked) => !asked.startsWith('plan'))).toEqual([]);
    expect(end.model.services).toEqual(model.services);
  });

  it('changes the model where its program does', async () => {
    const end = await runOperation(
      action('greet', { greeting: 'Hello', keep: true }),
      await deployed(),
      new RecordedWorld({
        plan: ({ host }) => ({ answered: true, result: { IsException: false, Result: `Hello from ${host}` } }),
      }),
    );
    expect(end.model.services).toMatchObject([{ pages: { web1: 'Hello from web1', web2: 'Hello from web2' } }]);
  });

  it('that throws, is not public, is unknown or is called with wrong arguments says so', async () => {
    const model = await deployed();
    const run = (operation: Operation) => runOperation(operation, model, new RecordedWorld(saying));
    await expect(run(action('refuse', { reason: 'not today' }))).rejects.toMatchObject({
      code: 'program_failed',
      sentence: expect.stringContaining('not today'),
    });
    await expect(run(action('install', {}))).rejects.toMatchObject({ sentence: expect.stringContaining('not public') });
    await expect(run(action('gone', {}))).rejects.toMatchObject({ sentence: expect.stringContaining('not found') });
    await expect(run(action('greet', {}))).rejects.toMatchObject({ code: 'program_failed' });
    await expect(run(action('greet', {}, id('9')))).rejects.toMatchObject({ code: 'action_not_found' });
  });
});
