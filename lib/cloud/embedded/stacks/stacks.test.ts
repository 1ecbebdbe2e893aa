import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmbeddedCloudOptions } from '@/lib/cloud/embedded';
import { startTestCloud, type TestCloud, testSecrets } from '@/lib/cloud/embedded/testing';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
import { holdsSealed } from '@/lib/model/secret';
import type { StackResult } from '@/lib/ports/cloud/cloud';
import { dryRunStack } from '@/lib/ports/cloud/dry-run';
import { eventually } from '@/lib/testing/patience';

const never = new AbortController().signal;

const port = (more: JsonObject = {}): JsonObject => ({ type: 'OS::Neutron::Port', ...more });
const group = (name: string): JsonObject => ({ type: 'OS::Neutron::SecurityGroup', properties: { name } });
const server = (properties: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  type: 'OS::Nova::Server',
  properties: { image: 'ws-2022-std', flavor: 'm1.small', ...properties },
  ...more,
});
const template = (resources: JsonObject, outputs: JsonObject = {}, parameters: JsonObject = {}): JsonObject => ({
  heat_template_version: '2018-08-31',
  parameters,
  resources,
  outputs,
});

/** A clock that stands until it is told to go: whatever takes time stays under way. */
function stoppedClock() {
  const begun = Date.now();
  let went: number | null = null;
  return {
    now: () => new Date(went === null ? begun : begun + Date.now() - went),
    go: () => {
      went = Date.now();
    },
  };
}

describe('the stack engine', () => {
  let database: TestDatabase;
  const running: TestCloud[] = [];
  let stack = '';
  let scope = { tenantId: '' };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    scope = { tenantId: randomUUID().replaceAll('-', '') };
  });
  afterEach(async () => {
    for (const { cloud } of running.splice(0)) await cloud.stop();
  });
  afterAll(() => database.drop());

  async function start(options: Partial<EmbeddedCloudOptions> = {}): Promise<TestCloud> {
    stack = `stack-${randomUUID()}`;
    const started = await startTestCloud(database, options);
    running.push(started);
    return started;
  }
  const apply = (cloud: TestCloud, wanted: JsonObject, parameters: JsonObject = {}, requestId: string = randomUUID()) =>
    cloud.stacks.apply({ scope, name: stack, requestId, template: wanted, parameters }, never);
  const view = async ({ cloud }: TestCloud) => (await cloud.stacks.get(scope, stack))?.resources ?? [];
  const ids = async (cloud: TestCloud) =>
    Object.fromEntries((await view(cloud)).map((resource) => [resource.name, resource.physicalId]));
  const reason = (result: StackResult) => (result.ok ? '' : result.reason);
  const history = async () => {
    const rows = await database.db.cloudStackEvent.findMany({ orderBy: { id: 'asc' } });
    const ours = await database.db.cloudStack.findFirst({ where: { name: stack }, orderBy: { createdAt: 'desc' } });
    return rows.filter((row) => row.stackId === ours?.id).map((r) => `${r.resourceName} ${r.action} ${r.status}`);
  };
  /** What is being made and is not yet. */
  const underWay = async () =>
    (await view(running.at(-1) as TestCloud))
      .filter(({ status }) => status === 'CREATE_IN_PROGRESS')
      .map(({ name }) => name)
      .sort();
  const machines = () => database.db.cloudMachine.findMany({ where: { stackName: stack, deletedAt: null } });

  test('what something is made from comes first, and what needs nothing comes at once', async () => {
    const clock = stoppedClock();
    const cloud = await start({ timeScale: 0.02, now: clock.now });
    const applied = apply(
      cloud,
      template({
        last: group('last'),
        vm: server({ networks: [{ port: { get_resource: 'nic' } }] }),
        nic: port({ depends_on: ['rules'] }),
        rules: group('rules'),
      }),
    );
    await expect.poll(underWay).toEqual(['last', 'rules']);
    clock.go();
    expect((await applied).ok).toBe(true);
    const steps = await history();
    const at = (step: string) => steps.indexOf(step);
    expect(at('rules CREATE COMPLETE')).toBeLessThan(at('nic CREATE IN_PROGRESS'));
    expect(at('nic CREATE COMPLETE')).toBeLessThan(at('vm CREATE IN_PROGRESS'));
    expect(at('vm CREATE COMPLETE')).toBeGreaterThan(0);
  });

  test('ten machines are under way at the same time', async () => {
    const clock = stoppedClock();
    const cloud = await start({ timeScale: 0.02, now: clock.now });
    const names = Array.from({ length: 10 }, (_, i) => `vm${i}`);
    const applied = apply(cloud, template(Object.fromEntries(names.map((name) => [name, server()]))));
    await expect.poll(underWay).toEqual(names);
    clock.go();
    expect((await applied).ok).toBe(true);
  });

  test('an update touches only what has changed: in place where it can, by replacement where it must', async () => {
    const cloud = await start();
    const of = (flavor: string, image: string, zone: string) =>
      template({
        same: server(),
        grown: server({ flavor }),
        other: server({ image }),
        nic: port(),
        rules: group(zone),
      });
    await apply(cloud, of('m1.small', 'ws-2022-std', 'one'));
    const before = await ids(cloud);
    await apply(cloud, of('m1.large', 'ws-2019-std', 'two'));
    const after = await ids(cloud);
    expect({ ...after, other: '' }).toEqual({ ...before, other: '' });
    expect(after.other).not.toBe(before.other);
    const rows = await machines();
    expect(rows.find((row) => row.id === after.grown)?.flavor).toBe('m1.large');
    expect(rows.map((row) => row.id).sort()).toEqual([after.same, after.grown, after.other].sort());
    expect((await history()).filter((step) => step.startsWith('same UPDATE') || step.startsWith('nic UPDATE'))).toEqual(
      [],
    );
  });

  test('the replacement exists before what it replaces goes', async () => {
    const cloud = await start();
    await apply(cloud, template({ vm: server({ image: 'ws-2022-std' }) }));
    await apply(cloud, template({ vm: server({ image: 'ws-2019-std' }) }));
    const steps = await history();
    expect(steps.lastIndexOf('vm CREATE COMPLETE')).toBeLessThan(steps.indexOf('vm DELETE IN_PROGRESS'));
  });

  test('what is made from something replaced follows it', async () => {
    const cloud = await start();
    const of = (network: string, ip: string) =>
      template(
        {
          nic: port({ properties: { network, fixed_ips: [{ ip_address: ip }] } }),
          vm: server({ networks: [{ port: { get_resource: 'nic' } }] }),
        },
        { address: { value: { get_attr: ['vm', 'first_address'] } } },
      );
    const first = await apply(cloud, of('private', '10.0.7.7'));
    const before = await ids(cloud);
    const second = await apply(cloud, of('dmz', '10.1.7.8'));
    expect([first, second]).toEqual([
      { ok: true, outputs: { address: '10.0.7.7' } },
      { ok: true, outputs: { address: '10.1.7.8' } },
    ]);
    expect((await ids(cloud)).vm).not.toBe(before.vm);
  });

  test('a port keeps the address that is written down for it, and takes another with its machine', async () => {
    const cloud = await start();
    const of = (fixed: JsonObject) =>
      template(
        {
          nic: port({ properties: { fixed_ips: [{ subnet: 'private-subnet', ...fixed }] } }),
          vm: server({ networks: [{ port: { get_resource: 'nic' } }] }),
        },
        {
          address: { value: { get_attr: ['vm', 'first_address'] } },
          fixed: { value: { get_attr: ['nic', 'fixed_ips'] } },
        },
      );
    const addressOf = (result: StackResult) => (result.ok ? (result.outputs.address as string) : reason(result));
    const given = addressOf(await apply(cloud, of({})));
    const before = await ids(cloud);
    expect(addressOf(await apply(cloud, of({ ip_address: given })))).toBe(given);
    expect(await apply(cloud, of({ ip_address: '10.0.9.9' }))).toEqual({
      ok: true,
      outputs: { address: '10.0.9.9', fixed: [{ ip_address: '10.0.9.9', subnet_id: 'private-subnet' }] },
    });
    expect(await ids(cloud)).toEqual(before);
    expect((await machines()).map(({ address }) => address)).toEqual(['10.0.9.9']);
    expect(
      await database.db.cloudAddress.findMany({ where: { ownerId: before.nic }, select: { address: true } }),
    ).toEqual([{ address: '10.0.9.9' }]);
    // What was given back is free again.
    expect(addressOf(await apply(cloud, of({ ip_address: given })))).toBe(given);
  });

  test('a failed creation is undone, and says which resource and why', async () => {
    const cloud = await start();
    await cloud.cloud.simulation.faults.add({
      kind: 'stack',
      target: 'vm2',
      message: 'No valid host was found.',
      times: 1,
    });
    const wanted = template({ nic: port(), vm1: server(), vm2: server({}, { depends_on: ['nic', 'vm1'] }) });
    const refused = await apply(cloud, wanted);
    expect(refused).toEqual({
      ok: false,
      status: 'ROLLBACK_COMPLETE',
      resource: 'vm2',
      resourceType: 'OS::Nova::Server',
      reason: 'No valid host was found.',
    });
    expect(await view(cloud)).toEqual([]);
    expect(await machines()).toEqual([]);
    expect((await cloud.cloud.stacks.get(scope, stack))?.reason).toContain('No valid host was found.');
    expect((await apply(cloud, wanted)).ok).toBe(true);
    expect(await machines()).toHaveLength(2);
  });

  test('a failed update leaves the stack as it was: new ones go, replaced ones stay, changed ones change back', async () => {
    const cloud = await start();
    const before = template({
      keep: server(),
      grown: server({ flavor: 'm1.small' }),
      moved: server({ image: 'ws-2022-std' }),
    });
    await apply(cloud, before);
    const idsBefore = await ids(cloud);
    await cloud.cloud.simulation.faults.add({ kind: 'stack', target: 'late', message: 'out of disk', times: 1 });
    const result = await apply(
      cloud,
      template({
        keep: server(),
        grown: server({ flavor: 'm1.large' }),
        moved: server({ image: 'ws-2019-std' }),
        late: server({}, { depends_on: ['keep', 'grown', 'moved'] }),
      }),
    );
    expect(result).toMatchObject({ ok: false, resource: 'late', reason: 'out of disk' });
    expect(await ids(cloud)).toEqual(idsBefore);
    const rows = await machines();
    expect(rows.map((row) => row.id).sort()).toEqual(Object.values(idsBefore).sort());
    expect(rows.find((row) => row.id === idsBefore.grown)?.flavor).toBe('m1.small');
    expect((await cloud.cloud.stacks.get(scope, stack))?.status).toBe('ROLLBACK_COMPLETE');
  });

  test.each<[string, JsonObject, string, string]>([
    [
      'an unknown type',
      { x: { type: 'OS::Moon::Base' } },
      'x',
      'The Resource Type (OS::Moon::Base) could not be found.',
    ],
    [
      'an unknown image',
      { x: server({ image: 'ws-95' }) },
      'x',
      "Error validating value 'ws-95': The Image (ws-95) could not be found.",
    ],
    ['an unknown flavor', { x: server({ flavor: 'xxl' }) }, 'x', 'The Flavor (xxl) could not be found.'],
    ['an unknown key pair', { x: server({ key_name: 'lost' }) }, 'x', 'The Key (lost) could not be found.'],
    [
      'an unknown network',
      { x: port({ properties: { network: 'nowhere' } }) },
      'x',
      'The Network (nowhere) could not be found.',
    ],
    ['an unknown property', { x: port({ properties: { colour: 1 } }) }, 'x', 'Unknown Property colour'],
    [
      'a missing property',
      { x: { type: 'OS::Nova::Server', properties: { image: 'ws-2022-std' } } },
      'x',
      'Property flavor not assigned',
    ],
    [
      'an unknown attribute',
      { x: port(), y: server({ name: { get_attr: ['x', 'colour'] } }) },
      'y',
      'The Referenced Attribute (x colour) is incorrect.',
    ],
  ])('%s is refused before anything is made', async (_what, resources, name, words) => {
    const cloud = await start();
    const result = await apply(cloud, template({ first: port(), ...resources }));
    expect(result).toMatchObject({ ok: false, status: 'VALIDATION_FAILED', resource: name });
    expect(reason(result)).toContain(words);
    expect(await cloud.cloud.stacks.get(scope, stack)).toBeNull();
  });

  test('a zone that is not there and a quota that is used up are refused by the compute service', async () => {
    const cloud = await start({ quota: { vcpus: 5 } });
    const zone = await apply(cloud, template({ vm: server({ availability_zone: 'mars' }) }));
    expect(reason(zone)).toBe('BadRequest: resources.vm: The requested availability zone is not available (HTTP 400)');
    const used = (await cloud.cloud.offer(scope)).quota.vcpus.used;
    const wide = await start({ quota: { vcpus: used + 3 } });
    await running[0]?.cloud.stop();
    const result = await apply(wide, template({ vm: server({ flavor: 'm1.large' }) }));
    expect(reason(result)).toBe(
      `Forbidden: resources.vm: Quota exceeded for cores: Requested 4, but already used ${used} of ${used + 3} cores (HTTP 403)`,
    );
    expect((await wide.cloud.offer(scope)).quota.vcpus).toEqual({ used, limit: used + 3 });
  });

  test('a group of equal resources grows, loses the member that is named, and never gets its number again', async () => {
    const cloud = await start();
    const wanted = (count: number, removal: string[] = []) =>
      template(
        {
          web: {
            type: 'OS::Heat::ResourceGroup',
            properties: {
              count,
              removal_policies: [{ resource_list: removal }],
              resource_def: { type: 'OS::Heat::Value', properties: { value: 'value of %index%' } },
            },
          },
        },
        {
          values: { value: { get_attr: ['web', 'value'] } },
          gone: { value: { get_attr: ['web', 'removed_rsrc_list'] } },
        },
      );
    const outputs = async (request: JsonObject) => {
      const result = await apply(cloud, request);
      return result.ok ? result.outputs : result;
    };
    const values = (...indexes: number[]) => indexes.map((index) => `value of ${index}`);
    expect(await outputs(wanted(2))).toEqual({ values: values(0, 1), gone: [] });
    const before = await ids(cloud);
    expect(Object.keys(before).sort()).toEqual(['web', 'web.0', 'web.1']);
    expect(await outputs(wanted(2, ['0']))).toEqual({ values: values(1, 2), gone: ['0'] });
    const after = await ids(cloud);
    expect(Object.keys(after).sort()).toEqual(['web', 'web.1', 'web.2']);
    expect([after.web, after['web.1']]).toEqual([before.web, before['web.1']]);
    expect(await outputs(wanted(3))).toEqual({ values: values(1, 2, 3), gone: ['0'] });
    expect(await outputs(wanted(1))).toEqual({ values: values(1), gone: ['0'] });
    const dryRun = await dryRunStack(cloud.cloud.stacks, scope, stack, async () => null);
    const forecast = await dryRun.apply({ template: wanted(2), parameters: {} });
    expect(forecast.ok && forecast.resources.map(({ name, change }) => [name, change])).toEqual([
      ['web.1', 'unchanged'],
      ['web.2', 'create'],
      ['web', 'inPlace'],
    ]);
  });

  test('machines of a group have names that a computer can have, and stay when others go', async () => {
    const cloud = await start();
    const wanted = (count: number) =>
      template(
        { web: { type: 'OS::Heat::ResourceGroup', properties: { count, resource_def: server() } } },
        { one: { value: { get_attr: ['web', 'resource.0', 'name'] } }, refs: { value: { get_attr: ['web', 'refs'] } } },
      );
    const machines = async () =>
      (
        await database.db.cloudMachine.findMany({
          where: { stackName: stack, deletedAt: null },
          orderBy: { hostname: 'asc' },
        })
      ).map(({ id, hostname }) => ({ id, hostname }));
    const first = await apply(cloud, wanted(2));
    const made = await machines();
    expect(made.map(({ hostname }) => hostname)).toEqual([
      expect.stringMatching(/-web-0-[0-9a-f]{12}$/),
      expect.stringMatching(/-web-1-[0-9a-f]{12}$/),
    ]);
    expect(first).toMatchObject({ ok: true, outputs: { one: made[0]?.hostname, refs: made.map(({ id }) => id) } });
    expect(await apply(cloud, wanted(1))).toMatchObject({ ok: true, outputs: { refs: [made[0]?.id] } });
    expect(await machines()).toEqual(made.slice(0, 1));
  });

  test.each(['OS::Heat::AutoScalingGroup', 'OS::Heat::ScalingPolicy'])(
    '%s is refused with what to do instead',
    async (type) => {
      const cloud = await start();
      const refused = await apply(cloud, template({ scaling: { type } }));
      expect(reason(refused)).toContain('Use OS::Heat::ResourceGroup');
    },
  );

  test('machines that are asked for at the same moment cannot pass the quota together', async () => {
    const cloud = await start();
    const used = (await cloud.cloud.offer(scope)).quota.machines.used;
    await cloud.cloud.stop();
    const tight = await start({ quota: { machines: used + 2 } });
    const result = await apply(tight, template({ a: server(), b: server(), c: server() }));
    expect(reason(result)).toContain('Quota exceeded for instances: Requested 1');
  });

  test('a random value is kept sealed, and is the same for as long as the resource lives', async () => {
    const cloud = await start();
    const of = (length: number, note: string) =>
      template(
        { secret: { type: 'OS::Heat::RandomString', properties: { length } }, rules: group(note) },
        {
          secret: { value: { get_attr: ['secret', 'value'] } },
        },
      );
    const [first, second, third] = [
      await apply(cloud, of(20, 'one')),
      await apply(cloud, of(20, 'two')),
      await apply(cloud, of(24, 'two')),
    ].map((result) => (result.ok ? String(result.outputs.secret) : ''));
    expect(holdsSealed(first ?? '')).toBe(true);
    expect(second).toBe(first);
    expect([first, third].map((value) => testSecrets.open(value)?.length)).toEqual([20, 24]);
  });

  test('a wait condition is complete when the machine with its handle is up, and fails when its time is over', async () => {
    const cloud = await start();
    const of = (timeout: number) =>
      template({
        handle: { type: 'OS::Heat::WaitConditionHandle' },
        vm: server({
          user_data: { str_replace: { template: 'call %u', params: { '%u': { get_attr: ['handle', 'curl_cli'] } } } },
        }),
        up: { type: 'OS::Heat::WaitCondition', properties: { handle: { get_resource: 'handle' }, timeout } },
      });
    expect((await apply(cloud, of(60))).ok).toBe(true);
    stack = `stack-${randomUUID()}`;
    await cloud.cloud.simulation.faults.add({ kind: 'boot', target: `${stack}-vm`, times: 1 });
    const dead = template({
      handle: { type: 'OS::Heat::WaitConditionHandle' },
      vm: server(),
      up: { type: 'OS::Heat::WaitCondition', properties: { handle: { get_resource: 'handle' }, timeout: 1 } },
    });
    expect(reason(await apply(cloud, dead))).toContain('WaitConditionTimeout: resources.up');
  });

  test('a network of one’s own gives its addresses; two ports never share one', async () => {
    const cloud = await start();
    const result = await apply(
      cloud,
      template(
        {
          net: { type: 'OS::Neutron::Net' },
          subnet: {
            type: 'OS::Neutron::Subnet',
            properties: { network: { get_resource: 'net' }, cidr: '10.77.0.0/29' },
          },
          ...Object.fromEntries(
            [0, 1, 2, 3].map((i) => [
              `nic${i}`,
              port({ properties: { network: { get_resource: 'net' } }, depends_on: 'subnet' }),
            ]),
          ),
        },
        { all: { value: [0, 1, 2, 3].map((i) => ({ get_attr: [`nic${i}`, 'fixed_ips', 0, 'ip_address'] })) } },
      ),
    );
    expect(result.ok && [...(result.outputs.all as string[])].sort()).toEqual([
      '10.77.0.3',
      '10.77.0.4',
      '10.77.0.5',
      '10.77.0.6',
    ]);
    const more = template({
      net: { type: 'OS::Neutron::Net' },
      subnet: { type: 'OS::Neutron::Subnet', properties: { network: { get_resource: 'net' }, cidr: '10.77.0.0/30' } },
      nic: port({ properties: { network: { get_resource: 'net' } }, depends_on: 'subnet' }),
    });
    stack = `stack-${randomUUID()}`;
    expect(reason(await apply(cloud, more))).toContain('No more IP addresses available on network');
  });

  test('parameters reach the template, missing ones are refused', async () => {
    const cloud = await start();
    const wanted = template({ vm: server({ flavor: { get_param: 'size' } }) }, {}, { size: { type: 'string' } });
    expect(reason(await apply(cloud, wanted))).toBe('The Parameter (size) was not provided.');
    expect((await apply(cloud, wanted, { size: 'm1.small' })).ok).toBe(true);
  });

  test('operations on one stack follow each other', async () => {
    const cloud = await start({ timeScale: 0.02 });
    const first = apply(cloud, template({ a: group('a') }));
    await eventually('the first operation', () => cloud.cloud.stacks.get(scope, stack));
    const second = await apply(cloud, template({ b: group('b') }));
    expect([(await first).ok, second.ok]).toEqual([true, true]);
    expect((await view(cloud)).map((resource) => resource.name)).toEqual(['b']);
  });

  test('another process may ask; the one that leads carries it out, and when it goes the other goes on', async () => {
    const first = await start({ timeScale: 0.1 });
    const second = await startTestCloud(database, { timeScale: 0.1 });
    running.push(second);
    const asked = apply(second, template({ vm: server(), nic: port() }));
    await eventually('its first resource', async () => (await view(second)).length > 0);
    await first.cloud.stop();
    expect((await asked).ok).toBe(true);
    expect(await machines()).toHaveLength(1);
  });
});
