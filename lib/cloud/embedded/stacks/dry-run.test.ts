import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud, testSecrets } from '@/lib/cloud/embedded/testing';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { JsonObject } from '@/lib/model/json';
import type { ResourceForecast, StackForecast } from '@/lib/ports/cloud/cloud';
import { dryRunStack } from '@/lib/ports/cloud/dry-run';

const never = new AbortController().signal;
const server = (properties: JsonObject = {}): JsonObject => ({
  type: 'OS::Nova::Server',
  properties: { image: 'ws-2022-std', flavor: 'm1.small', ...properties },
});
const port = (properties: JsonObject = {}): JsonObject => ({ type: 'OS::Neutron::Port', properties });
const template = (resources: JsonObject, outputs: JsonObject = {}): JsonObject => ({
  heat_template_version: '2018-08-31',
  resources,
  outputs,
});

describe('a dry run of the embedded cloud', () => {
  let database: TestDatabase;
  let cloud: TestCloud;
  const name = 'dry-run';
  let scope = { tenantId: '' };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    scope = { tenantId: randomUUID().replaceAll('-', '') };
    cloud = await startTestCloud(database);
  });
  afterEach(() => cloud.cloud.stop());
  afterAll(() => database.drop());

  const apply = (wanted: JsonObject) =>
    cloud.stacks.apply({ scope, name, requestId: randomUUID(), template: wanted, parameters: {} }, never);
  const dryRun = async (wanted: JsonObject) =>
    (await dryRunStack(cloud.cloud.stacks, scope, name, async () => null)).apply({ template: wanted, parameters: {} });
  const changes = (forecast: StackForecast) =>
    forecast.ok ? Object.fromEntries(forecast.resources.map((one) => [one.name, one.change])) : forecast;
  const named = (forecast: StackForecast, resource: string): ResourceForecast | undefined =>
    forecast.ok ? forecast.resources.find((one) => one.name === resource) : undefined;
  const ids = async () => {
    const view = await cloud.cloud.stacks.get(scope, name);
    return new Map(view?.resources.map((one) => [one.name, one.physicalId]) ?? []);
  };

  it('tells of a change in place which property it is, and both values', async () => {
    await apply(template({ vm: server() }));
    const forecast = await dryRun(template({ vm: server({ flavor: 'm1.large' }) }));
    expect(named(forecast, 'vm')).toMatchObject({
      change: 'inPlace',
      properties: ['flavor'],
      before: { flavor: 'm1.small' },
      after: { flavor: 'm1.large' },
    });
  });

  it('replaces what is made from something replaced, as the operation then does', async () => {
    const of = (network: string) =>
      template(
        {
          rules: { type: 'OS::Neutron::SecurityGroup', properties: { name: 'same' } },
          nic: port({ network, security_groups: [{ get_resource: 'rules' }] }),
          vm: server({ networks: [{ port: { get_resource: 'nic' } }] }),
        },
        { address: { value: { get_attr: ['nic', 'fixed_ips', 0, 'ip_address'] } } },
      );
    await apply(of('private'));
    const before = await ids();
    const forecast = await dryRun(of('dmz'));
    expect(changes(forecast)).toEqual({ rules: 'unchanged', nic: 'replace', vm: 'replace' });
    expect(forecast.ok && forecast.outputs).toEqual({ address: '‹address of nic›' });
    await apply(of('dmz'));
    const after = await ids();
    expect([...after.keys()].filter((one) => after.get(one) !== before.get(one)).sort()).toEqual(['nic', 'vm']);
  });

  it('gives the attributes of what stays', async () => {
    const of = (more: JsonObject) =>
      template({ nic: port(), ...more }, { address: { value: { get_attr: ['nic', 'fixed_ips', 0, 'ip_address'] } } });
    const first = await apply(of({}));
    const forecast = await dryRun(of({ vm: server() }));
    expect(forecast.ok && forecast.outputs).toEqual(first.ok && first.outputs);
  });

  it('keeps a machine whose key pair is made anew under the same name', async () => {
    const of = (description: string) =>
      template({
        key: { type: 'OS::Nova::KeyPair', properties: { name: 'mine', save_private_key: description === 'b' } },
        vm: server({ key_name: { get_resource: 'key' } }),
      });
    await apply(of('a'));
    const before = await ids();
    expect(changes(await dryRun(of('b')))).toEqual({ key: 'replace', vm: 'unchanged' });
    await apply(of('b'));
    expect((await ids()).get('vm')).toBe(before.get('vm'));
  });

  it('replaces a machine that has failed, although nothing of it has changed', async () => {
    await apply(template({ vm: server() }));
    await database.db.cloudMachine.updateMany({ where: { tenantId: scope.tenantId }, data: { power: 'failed' } });
    expect(changes(await dryRun(template({ vm: server() })))).toEqual({ vm: 'replace' });
  });

  it('never opens a secret, and takes one that was sealed anew for the same', async () => {
    const of = () => template({ vm: server({ admin_pass: testSecrets.seal('Gr33n-Orchard!') }) });
    await apply(of());
    const forecast = await dryRun(of());
    expect(changes(forecast)).toEqual({ vm: 'unchanged' });
    expect(JSON.stringify(forecast)).not.toContain('Gr33n');
  });

  it('refuses what the cloud would refuse, in the cloud’s words', async () => {
    const forecast = await dryRun(template({ vm: server({ flavor: 'huge' }) }));
    expect(forecast).toMatchObject({ ok: false, resource: 'vm' });
    expect(forecast.ok ? '' : forecast.reason).toContain('The Flavor (huge) could not be found.');
  });
});
