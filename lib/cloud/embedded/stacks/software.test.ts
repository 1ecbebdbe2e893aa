import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestCloud, type TestCloud } from '@/lib/cloud/embedded/testing';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
import type { StackResult } from '@/lib/ports/cloud/cloud';
import { dryRunStack } from '@/lib/ports/cloud/dry-run';

const server = (more: JsonObject = {}): JsonObject => ({
  type: 'OS::Nova::Server',
  properties: { image: 'ws-2022-std', flavor: 'm1.small', user_data_format: 'SOFTWARE_CONFIG', ...more },
});
const APP: JsonObject = {
  type: 'OS::Heat::SoftwareComponent',
  properties: {
    configs: [
      {
        actions: ['CREATE', 'UPDATE'],
        tool: 'script',
        config: 'echo $deploy_action on $(hostname)\nprintf "http://%s:%s/" app "$port" > $heat_outputs_path.url',
      },
      { actions: ['SUSPEND'], tool: 'powershell', config: 'Write-Output "draining $env:port"' },
      { actions: ['DELETE'], tool: 'script', config: 'exit $code' },
    ],
    inputs: [{ name: 'port', default: 80 }, { name: 'code' }],
    outputs: [{ name: 'url' }],
  },
};
const deployment = (properties: JsonObject = {}): JsonObject => ({
  type: 'OS::Heat::SoftwareDeployment',
  properties: { config: { get_resource: 'app' }, server: { get_resource: 'web' }, ...properties },
});
const template = (resources: JsonObject, outputs: JsonObject = {}): JsonObject => ({
  heat_template_version: 'pike',
  resources,
  outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value }])),
});
const said = { url: { get_attr: ['d', 'url'] }, out: { get_attr: ['d', 'deploy_stdout'] } };

describe('software on the machines of the embedded cloud', () => {
  let database: TestDatabase;
  const running: TestCloud[] = [];
  let place = { scope: { tenantId: '' }, name: '' };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    place = { scope: { tenantId: randomUUID().replaceAll('-', '') }, name: `stack-${randomUUID()}` };
  });
  afterEach(async () => {
    for (const { cloud } of running.splice(0)) await cloud.stop();
  });
  afterAll(() => database.drop());

  async function start(): Promise<TestCloud> {
    const started = await startTestCloud(database);
    running.push(started);
    return started;
  }
  const apply = ({ stacks }: TestCloud, wanted: JsonObject) =>
    stacks.apply({ ...place, template: wanted, parameters: {} });
  const statuses = async ({ cloud }: TestCloud) =>
    Object.fromEntries(
      (await cloud.stacks.get(place.scope, place.name))?.resources.map(({ name, status }) => [name, status]) ?? [],
    );
  const outputs = (result: StackResult) => (result.ok ? result.outputs : result);

  test('the agent runs what the action picks, and its outputs are those of the stack', async () => {
    const cloud = await start();
    const resources = { web: server({ name: 'web1' }), app: APP, d: deployment() };
    const made = await apply(cloud, template(resources, said));
    expect(outputs(made)).toEqual({ url: 'http://app:80/', out: 'CREATE on web1\n' });

    const changed = { ...resources, d: deployment({ input_values: { port: 8080 } }) };
    const updated = await apply(cloud, template(changed, said));
    expect(outputs(updated)).toEqual({ url: 'http://app:8080/', out: 'UPDATE on web1\n' });
    expect(await statuses(cloud)).toEqual({ web: 'CREATE_COMPLETE', app: 'CREATE_COMPLETE', d: 'UPDATE_COMPLETE' });
  });

  test('a stack is suspended from its software down to its machines, refuses changes, and goes on', async () => {
    const cloud = await start();
    const wanted = template({ web: server({ name: 'web1' }), app: APP, d: deployment() }, said);
    await apply(cloud, wanted);
    const suspended = await cloud.stacks.act('suspend', place);
    expect(outputs(suspended)).toEqual({ url: 'http://app:80/', out: 'draining 80\n' });
    const power = async () => (await database.db.cloudMachine.findFirst({ where: { stackName: place.name } }))?.power;
    expect(await power()).toBe('stopped');
    const words = cloud.stacks.events
      .filter(({ action }) => action === 'SUSPEND')
      .map((e) => `${e.resource} ${e.status}`);
    expect(words.slice(0, 2)).toEqual(['d IN_PROGRESS', 'd COMPLETE']);

    expect(await apply(cloud, wanted)).toMatchObject({ ok: false, reason: expect.stringContaining('suspended') });
    expect(await cloud.stacks.act('suspend', place)).toMatchObject({ ok: true });
    expect(await cloud.stacks.act('resume', place)).toMatchObject({ ok: true });
    expect(await statuses(cloud)).toEqual({ web: 'RESUME_COMPLETE', app: 'RESUME_COMPLETE', d: 'RESUME_COMPLETE' });
    expect(await apply(cloud, wanted)).toMatchObject({ ok: true });
  });

  test('the software of one machine is suspended and goes on alone; machines, and software on others, stay as they are', async () => {
    const cloud = await start();
    const queue = `inbox-${randomUUID()}`;
    const one = (name: string, inbox: string) => server({ name, metadata: { agent_queue: inbox } });
    const resources = {
      ...{ web: one('web1', queue), web2: one('web2', `other-${queue}`), app: APP, d: deployment() },
      d2: deployment({ server: { get_resource: 'web2' }, input_values: { port: 8080 } }),
    };
    const wanted = template(resources, said);
    await apply(cloud, wanted);
    expect(await cloud.cloud.stacks.softwareOn?.(place.scope, queue)).toEqual([place.name]);
    expect(await cloud.cloud.stacks.softwareOn?.(place.scope, 'nobody')).toEqual([]);

    const alone = { ...place, machine: queue };
    const suspended = await cloud.stacks.act('suspend', alone);
    expect(outputs(suspended)).toMatchObject({ out: 'draining 80\n' });
    expect(await statuses(cloud)).toMatchObject({
      ...{ d: 'SUSPEND_COMPLETE', d2: 'CREATE_COMPLETE', web: 'CREATE_COMPLETE', web2: 'CREATE_COMPLETE' },
    });
    const machines = await database.db.cloudMachine.findMany({ where: { stackName: place.name } });
    expect(machines.map(({ power }) => power)).toEqual(['ready', 'ready']);
    // the stack itself is not suspended, and takes changes
    expect(await cloud.stacks.act('resume', alone)).toMatchObject({ ok: true });
    expect(await statuses(cloud)).toMatchObject({ d: 'RESUME_COMPLETE', d2: 'CREATE_COMPLETE' });
    expect(await apply(cloud, wanted)).toMatchObject({ ok: true });
  });

  test('a script that fails fails the stack with its exit code, and what was made is undone', async () => {
    const cloud = await start();
    const app = { type: 'OS::Heat::SoftwareConfig', properties: { group: 'script', config: 'echo no >&2\nexit 3' } };
    const made = await apply(cloud, template({ web: server(), app, d: deployment() }));
    expect(made).toMatchObject({
      ok: false,
      resource: 'd',
      reason: expect.stringContaining('Deployment exited with non-zero status code: 3'),
    });
  });

  test('a machine without the tool says so at once', async () => {
    const cloud = await start();
    const app = { type: 'OS::Heat::SoftwareConfig', properties: { group: 'bicycle', config: '' } };
    expect(await apply(cloud, template({ web: server(), app, d: deployment() }))).toMatchObject({
      ok: false,
      reason: expect.stringContaining('non-zero status code: 127'),
    });
  });

  test('a delete config that fails keeps the stack', async () => {
    const cloud = await start();
    await apply(cloud, template({ web: server(), app: APP, d: deployment({ input_values: { code: '4' } }) }));
    const gone = await cloud.stacks.delete(place);
    expect(gone).toMatchObject({ ok: false, status: 'DELETE_FAILED', resource: 'd' });
    expect(await statuses(cloud)).toMatchObject({ web: 'CREATE_COMPLETE', d: 'DELETE_FAILED' });
  });

  test('what is wrong with a component is refused before anything is made', async () => {
    const cloud = await start();
    const configs: JsonObject[] = [{ tool: 'script' }, { tool: 'chef', actions: ['UPDATE'] }];
    const app = { type: 'OS::Heat::SoftwareComponent', properties: { configs } };
    const refused = await apply(cloud, template({ web: server({ user_data_format: 'RAW' }), app, d: deployment() }));
    expect(refused).toMatchObject({ ok: false, status: 'VALIDATION_FAILED' });
    expect(JSON.stringify(refused)).toMatch(/configs\[0\] and configs\[1\] both name UPDATE/);
    expect(JSON.stringify(refused)).toMatch(/property user_data_format should be set to SOFTWARE_CONFIG/);
    expect(await cloud.cloud.stacks.get(place.scope, place.name)).toBeNull();
  });

  test('a group deploys to each of its servers, and its outputs are maps', async () => {
    const cloud = await start();
    const group = (servers: JsonObject) => ({
      web: server({ name: 'web1' }),
      web2: server({ name: 'web2' }),
      app: APP,
      g: {
        type: 'OS::Heat::SoftwareDeploymentGroup',
        properties: { config: { get_resource: 'app' }, servers, input_values: { code: '0' } },
      },
    });
    const shown = { all: { get_attr: ['g', 'deploy_stdouts'] }, urls: { get_attr: ['g', 'url'] } };
    const made = await apply(cloud, template(group({ one: { get_resource: 'web' } }), shown));
    expect(outputs(made)).toEqual({ all: { one: 'CREATE on web1\n' }, urls: { one: 'http://app:80/' } });
    const moved = await apply(cloud, template(group({ two: { get_resource: 'web2' } }), shown));
    expect(outputs(moved)).toMatchObject({ all: { two: 'CREATE on web2\n' } });
    expect(await cloud.stacks.delete(place)).toMatchObject({ ok: true });
  });

  test('a preview says what an update then does, down to inputs that mean a new deployment', async () => {
    const cloud = await start();
    const app = {
      type: 'OS::Heat::SoftwareConfig',
      properties: { group: 'script', config: 'echo', inputs: [{ name: 'version', replace_on_change: true }] },
    };
    const wanted = (version: string) =>
      template({ web: server(), app, d: deployment({ input_values: { version } }) }, { id: { get_resource: 'd' } });
    const first = await apply(cloud, wanted('1'));
    const dry = await dryRunStack(cloud.cloud.stacks, place.scope, place.name, async () => null);
    const forecast = await dry.apply({ template: wanted('2'), parameters: {} });
    expect(forecast.ok && forecast.resources.map(({ name, change }) => [name, change])).toEqual([
      ['web', 'unchanged'],
      ['app', 'unchanged'],
      ['d', 'replace'],
    ]);
    expect(outputs(await apply(cloud, wanted('2')))).not.toEqual(outputs(first));
  });
});
