import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestStacks, machineResources, type TestStacks } from '@/lib/cloud/testing/test-stacks';
import type { JsonObject } from '@/lib/model/json';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import { dryRunStack } from '@/lib/ports/cloud/dry-run';
import type { OpenStackProject } from './project';
import { openStackOfTests, projectOfTests, settingsOfTests } from './testing';

const TIMEOUT_MS = 240_000;

/** Machines as packages make them: a port, a server that says whose inbox it reads, its address. */
function machines(names: readonly string[]): JsonObject {
  return {
    heat_template_version: '2015-04-30',
    parameters: { network: { type: 'string', default: 'private' } },
    resources: machineResources(names, queueOf, { network: { get_param: 'network' } }),
    outputs: Object.fromEntries(
      names.map((name) => [name, { value: { get_attr: [`${name}-port`, 'fixed_ips', 0, 'ip_address'] } }]),
    ),
  };
}

const run = randomUUID().slice(0, 8);
const queueOf = (name: string) => `e${run}-service-${name}`;

describe('machines of a real OpenStack', { timeout: TIMEOUT_MS }, () => {
  let cloud: Cloud;
  let stacks: TestStacks;
  let project: OpenStackProject;
  let close: () => Promise<void>;
  const scope = { tenantId: 'd'.repeat(32) };
  const name = `machines-${run}`;
  const apply = (...names: string[]) => stacks.apply({ scope, name, template: machines(names), parameters: {} });
  const powers = async (...names: string[]) => {
    const seen = await cloud.inspection?.machines(scope, names.map(queueOf));
    return names.map((one) => seen?.get(queueOf(one))?.power ?? 'missing');
  };
  const serverOf = async (one: string) => {
    const server = (await project.nova.servers()).find(({ queue }) => queue === queueOf(one));
    if (!server) throw new Error(`there is no machine ${one}`);
    return server;
  };
  const idsOf = async () => {
    const template = machines(['one', 'two']);
    const view = await cloud.stacks.get(scope, name, async () => ({ template, parameters: {} }));
    return Object.fromEntries(view?.resources.map((one) => [one.name, one]) ?? []);
  };
  const soon = { timeout: 90_000, interval: 1_000 };

  beforeAll(async () => {
    cloud = openStackOfTests(settingsOfTests());
    stacks = createTestStacks(cloud.stacks);
    ({ project, close } = projectOfTests(settingsOfTests()));
  });
  afterAll(async () => {
    await stacks.delete({ scope, name });
    await cloud.stop();
    await close();
  }, TIMEOUT_MS);

  test('the offer is what the project may choose from, and what is left to it', async () => {
    const before = await cloud.offer(scope);
    expect(before).toMatchObject({ cloud: 'openstack', simulated: false, network: { cidr: '10.20.0.0/16' } });
    expect(before.flavors).toContainEqual({ name: 'm1.small', vcpus: 1, memoryMb: 512, diskGb: 1 });
    expect(before.images).toContainEqual(
      expect.objectContaining({ name: 'ws-2022-std', type: 'windows.2022', marked: true }),
    );
    expect(before.images.find((image) => image.name === 'debian-12')?.marked).toBe(false);
    expect(before.availabilityZones).toContain('nova');
    expect(before.keyPairs).toContain('demo-key');
    expect(await apply('one')).toMatchObject({ ok: true, outputs: { one: expect.stringMatching(/^10\.20\./) } });
    const after = await cloud.offer(scope);
    expect(after.quota.machines).toEqual({ ...before.quota.machines, used: before.quota.machines.used + 1 });
  });

  test('networks are told with the router that leads outside', async () => {
    const seen = await cloud.networks(scope);
    expect(seen.networks.map((one) => one.name)).toEqual(expect.arrayContaining(['private', 'public']));
    const outside = seen.networks.find((one) => one.name === 'public')?.id;
    expect(seen.externalNetworks[seen.defaultRouter ?? '']).toBe(outside);
    expect(seen.nameServers).toEqual(['10.20.0.2']);
  });

  test('a machine that goes off is seen, and switched on again', async () => {
    await expect.poll(() => powers('one'), soon).toEqual(['ready']);
    const { id } = await serverOf('one');
    await project.nova.act(id, 'os-stop');
    await expect.poll(() => powers('one'), soon).toEqual(['stopped']);
    await cloud.power?.switchOn(scope, queueOf('one'));
    await expect.poll(() => powers('one'), soon).toEqual(['ready']);
    // one that runs is left alone
    await cloud.power?.switchOn(scope, queueOf('one'));
    await cloud.power?.switchOn(scope, queueOf('nobody'));
  });

  test('another tenant of the same project sees nothing of it', async () => {
    const other = { tenantId: 'e'.repeat(32) };
    expect((await cloud.inspection?.machines(other, [queueOf('one')]))?.size).toBe(0);
  });

  test('growing makes the new machine and leaves the other alone', async () => {
    const before = await serverOf('one');
    expect(await apply('one', 'two')).toMatchObject({ ok: true });
    expect((await serverOf('one')).id).toBe(before.id);
    await expect.poll(() => powers('one', 'two'), soon).toEqual(['ready', 'ready']);
  });

  test('a machine that was deleted by hand is seen to be lost, and healing makes a new one in its place alone', async () => {
    const [one, two] = [await serverOf('one'), await serverOf('two')];
    await project.nova.remove(two.id);
    await expect.poll(() => powers('one', 'two'), soon).toEqual(['ready', 'missing']);
    expect((await idsOf()).two?.condition).toBe('broken');
    const content = { template: machines(['one', 'two']), parameters: {} };
    const dryRun = await dryRunStack(cloud.stacks, scope, name, async () => content);
    const forecast = await dryRun.apply(content);
    const changes = forecast.ok ? forecast.resources.map((resource) => [resource.name, resource.change]) : [];
    expect(Object.fromEntries(changes)).toMatchObject({ one: 'unchanged', two: 'replace' });
    expect(await apply('one', 'two')).toMatchObject({ ok: true });
    expect((await serverOf('one')).id).toBe(one.id);
    expect((await serverOf('two')).id).not.toBe(two.id);
    await expect.poll(() => powers('one', 'two'), soon).toEqual(['ready', 'ready']);
  });

  test('a stack is suspended for the night and goes on in the morning', async () => {
    expect(await stacks.act('suspend', { scope, name })).toEqual({ ok: true, outputs: {} });
    await expect.poll(() => powers('one', 'two'), soon).toEqual(['stopped', 'stopped']);
    expect(await stacks.act('resume', { scope, name })).toEqual({ ok: true, outputs: {} });
    await expect.poll(() => powers('one', 'two'), soon).toEqual(['ready', 'ready']);
  });

  test('what is more than a quota is refused before it is begun, in words', async () => {
    const content = {
      template: {
        heat_template_version: '2015-04-30',
        resources: {
          many: { type: 'OS::Neutron::Port', properties: { network: 'private' } },
        },
      } as JsonObject,
      parameters: {},
    };
    const forecast = { change: 'create' as const, properties: [], before: null, after: {} };
    const ports = Array.from({ length: 500 }, (_, at) => ({
      ...forecast,
      name: `port-${at}`,
      type: 'OS::Neutron::Port',
    }));
    expect(await cloud.stacks.validate(scope, content)).toBeNull();
    expect(await cloud.stacks.shortage?.(scope, ports)).toMatchObject({
      status: 'QUOTA_EXCEEDED',
      resource: 'port-0',
      reason: expect.stringContaining('500 more ports'),
    });
    expect(await cloud.stacks.shortage?.(scope, ports.slice(0, 1))).toBeNull();
  });

  test('what the catalog does not have is refused before it is begun, in words', async () => {
    const template = {
      heat_template_version: '2015-04-30',
      resources: {
        disk: { type: 'OS::Cinder::Volume', properties: { size: 1 } },
      },
    };
    expect(await cloud.stacks.validate(scope, { template, parameters: {} })).toMatchObject({
      resource: 'disk',
      reason: expect.stringContaining('no volumes'),
    });
  });

  test('who administers sees how the cloud is, and which machines do not work', async () => {
    const health = await cloud.health?.();
    expect(health).toMatchObject({ ok: true });
    expect(health?.machines).toBeGreaterThanOrEqual(2);
  });

  test('a machine for which there is no room fails with the words of Nova, and the rest stays', async () => {
    const template = machines(['one', 'two', 'huge']);
    const huge = (template.resources as JsonObject).huge as { properties: JsonObject };
    huge.properties.availability_zone = 'nowhere';
    const result = await stacks.apply({ scope, name, template, parameters: {} });
    expect(result).toMatchObject({ ok: false, resource: 'huge', resourceType: 'OS::Nova::Server' });
    expect(result.ok ? '' : result.reason).toMatch(/zone/i);
    expect(await apply('one', 'two')).toMatchObject({ ok: true });
  });
});
