import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestCloud, type TestCloud } from '@/lib/cloud/embedded/testing';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { isObject, type JsonObject } from '@/lib/model/json';

const never = new AbortController().signal;
const attachment = (device = '/dev/vdb'): JsonObject => ({
  type: 'OS::Cinder::VolumeAttachment',
  properties: { instance_uuid: { get_resource: 'web' }, volume_id: { get_resource: 'data' }, mountpoint: device },
});
const volume = (properties: JsonObject = { size: 10 }): JsonObject => ({ type: 'OS::Cinder::Volume', properties });
const server = (properties: JsonObject = {}): JsonObject => ({
  type: 'OS::Nova::Server',
  properties: { image: 'ws-2022-std', flavor: 'm1.small', ...properties },
});
const attachments = { users: { value: { get_attr: ['data', 'attachments'] } } };

describe('volumes, groups and configs', () => {
  let database: TestDatabase;
  let running: TestCloud;
  let scope = { tenantId: '' };

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    scope = { tenantId: randomUUID().replaceAll('-', '') };
    running = await startTestCloud(database, { quota: { machines: 10, vcpus: 20, memoryMb: 65_536, diskGb: 200 } });
  });
  afterEach(() => running.cloud.stop());
  afterAll(() => database.drop());

  const apply = (resources: JsonObject, outputs: JsonObject = {}, name = 'shop') =>
    running.stacks.apply(
      {
        scope,
        name,
        requestId: randomUUID(),
        template: { heat_template_version: '2018-08-31', resources, outputs },
        parameters: {},
      },
      never,
    );
  const reason = async (resources: JsonObject) => {
    const result = await apply(resources);
    return result.ok ? '' : result.reason;
  };
  const outputs = async (resources: JsonObject, wanted: JsonObject): Promise<JsonObject> => {
    const result = await apply(resources, wanted);
    if (!result.ok) throw new Error(result.reason);
    return result.outputs;
  };
  const ids = async () => {
    const view = await running.cloud.stacks.get(scope, 'shop');
    return Object.fromEntries((view?.resources ?? []).map(({ name, physicalId }) => [name, physicalId]));
  };

  test('a volume knows which machine it is attached to, and where', async () => {
    const { users } = await outputs({ web: server(), data: volume(), tie: attachment() }, attachments);
    const { web, data, tie } = await ids();
    expect(users).toEqual([{ attachment_id: tie, server_id: web, device: '/dev/vdb', volume_id: data }]);
  });

  test('a volume that nothing is tied to any more is free, and keeps what it is', async () => {
    await apply({ web: server(), data: volume(), tie: attachment() });
    const before = await ids();
    const facts = await outputs({ web: server(), data: volume() }, { data: { value: { get_attr: ['data', 'show'] } } });
    expect(facts.data).toMatchObject({ id: before.data, status: 'available', size: 10, attachments: [] });
  });

  test('when its machine is made anew, a volume goes over to the new one', async () => {
    await apply({ web: server(), data: volume(), tie: attachment() });
    const before = await ids();
    const { users } = await outputs(
      { web: server({ image: 'ws-2019-std' }), data: volume(), tie: attachment() },
      attachments,
    );
    const { web, data, tie } = await ids();
    expect([web === before.web, data === before.data, tie === before.tie]).toEqual([false, true, true]);
    expect(users).toMatchObject([{ server_id: web }]);
  });

  test('a second machine is refused a volume that another one has', async () => {
    const two = { ...attachment(), depends_on: 'tie' };
    const refused = await reason({ web: server(), data: volume(), tie: attachment(), two });
    expect(refused).toContain('BadRequest: resources.two: Invalid volume: volume');
    expect(refused).toContain('is already attached to');
  });

  test('a volume grows in place and never shrinks', async () => {
    await apply({ data: volume({ size: 10 }) });
    const before = await ids();
    const { size } = await outputs({ data: volume({ size: 20 }) }, { size: { value: { get_attr: ['data', 'size'] } } });
    expect([size, await ids()]).toEqual([20, before]);
    expect(await reason({ data: volume({ size: 5 }) })).toContain('Shrinking volume is not supported.');
  });

  test('volumes count among the disks that a tenant may use', async () => {
    expect(await reason({ data: volume({ size: 201 }) })).toContain(
      'Requested 201G, quota is 200G and 0G has been consumed. (HTTP 413)',
    );
    await apply({ data: volume({ size: 180 }) });
    expect((await running.cloud.simulation.quotas.used()).get(scope.tenantId)).toMatchObject({
      machines: 0,
      diskGb: 180,
    });
    expect(await reason({ data: volume({ size: 180 }), web: server() })).toContain('Quota exceeded for gigabytes');
  });

  test.each([
    [{}, 'A volume needs a size'],
    [{ size: 10, snapshot_id: 'snap-1' }, 'Snapshot snap-1 could not be found.'],
    [{ size: 10, backup_id: 'tape-1' }, 'Backup tape-1 could not be found.'],
    [{ source_volid: 'disk-1' }, 'Volume disk-1 could not be found.'],
    [{ size: 10, availability_zone: 'moon' }, "Availability zone 'moon' is invalid."],
  ])('a volume made from %j is refused', async (properties, words) => {
    expect(await reason({ data: volume(properties) })).toContain(words);
  });

  test('a machine starts from a volume that was made from an image, and hands it on when it is made anew', async () => {
    const disk = volume({ size: 40, image: 'ws-2022-std' });
    const web = (zone?: string): JsonObject => ({
      type: 'OS::Nova::Server',
      properties: {
        flavor: 'm1.small',
        user_data: zone ?? '',
        block_device_mapping_v2: [{ volume_id: { get_resource: 'data' }, boot_index: 0, device_name: 'vda' }],
      },
    });
    await apply({ data: disk, web: web() });
    expect(await database.db.cloudMachine.findFirst({ where: scope })).toMatchObject({ image: 'ws-2022-std' });
    const { users } = await outputs({ data: disk, web: web('anew') }, attachments);
    expect(users).toMatchObject([{ server_id: (await ids()).web, device: 'vda' }]);
  });

  test('a machine needs something to start from', async () => {
    expect(await reason({ web: { type: 'OS::Nova::Server', properties: { flavor: 'm1.small' } } })).toContain(
      'Neither an image nor a volume to start from is given.',
    );
  });

  test('a machine joins a group that is there', async () => {
    const group = { type: 'OS::Nova::ServerGroup', properties: { policies: ['anti-affinity'] } };
    const hints = (group: JsonObject | string) => ({ scheduler_hints: { group } });
    expect((await apply({ apart: group, web: server(hints({ get_resource: 'apart' })) })).ok).toBe(true);
    expect(await reason({ web: server(hints('gone')) })).toContain('Instance group gone could not be found.');
    expect(await reason({ apart: { ...group, properties: { policies: ['near'] } } })).toContain(
      '"near" is not an allowed value',
    );
  });

  test('the first start of a machine may come from kept configs: a script and the modules of cloud-init', async () => {
    await apply({
      script: { type: 'OS::Heat::SoftwareConfig', properties: { config: '#!/bin/sh\necho here' } },
      modules: { type: 'OS::Heat::CloudConfig', properties: { cloud_config: { packages: ['git'] } } },
      both: {
        type: 'OS::Heat::MultipartMime',
        properties: { parts: [{ config: { get_resource: 'script' } }, { config: { get_resource: 'modules' } }] },
      },
      web: server({ user_data_format: 'RAW', user_data: { get_resource: 'both' } }),
    });
    const machine = await database.db.cloudMachine.findFirstOrThrow({ where: scope });
    const given = isObject(machine.given) ? String(machine.given.user_data) : '';
    const [head = '', ...parts] = given.split(/^--=====\w+=====(?:--)?$/m);
    expect(head).toMatch(/^Content-Type: multipart\/mixed; boundary="=====\w+====="/);
    expect(parts.map((part) => part.split('\n\n').slice(1).join('\n\n').trim())).toEqual([
      '#!/bin/sh\necho here',
      '#cloud-config\npackages:\n  - git',
      '',
    ]);
  });
});
