import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPreview } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';
import { newId } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';

const BOARD = path.resolve('lib/conductor/runtime/testing/packages/com.example.Board');

const product = productForTests({ catalogDirectory: catalogWith(WEB_PAIR, BOARD) });

async function servicesOf(at: string): Promise<JsonObject[]> {
  const answer = await product.member.call('GET', `${at}/services`);
  return list(answer.json).map(object);
}

async function reportsOf(environmentId: string): Promise<string[]> {
  const events = await product.db.event.findMany({
    where: { environmentId, kind: 'report', level: 'info' },
    orderBy: { seq: 'asc' },
  });
  return events.map(({ text }) => text);
}

describe('an object of MuranoPL in an environment', () => {
  it('deploys through the API: machines, a plan for each, an output, reports; and goes with its environment', async () => {
    const { member } = product;
    const { id, at } = await newEnvironment(member);
    const session = await open(member, at);
    const sent = webPair('pages', ['web1', 'web2']);
    const added = await member.ok('POST', `${at}/services`, { session, body: sent });
    expect(added).toMatchObject({ type: 'com.example.WebPair', name: 'pages', units: [], '?': sent['?'] });

    expect(JSON.stringify(await readPreview(member, at, session))).toContain('web2');

    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [service] = await servicesOf(at);
    expect(service).toMatchObject({
      status: 'ready',
      pages: { web1: 'Welcome from web1\n', web2: 'Welcome from web2\n' },
      units: [
        { name: 'web1', state: { hostname: 'web1', address: expect.stringMatching(/^10\.64\.0\.\d+$/) } },
        { name: 'web2', state: { hostname: 'web2', address: expect.stringMatching(/^10\.64\.0\.\d+$/) } },
      ],
    });
    expect(await reportsOf(id)).toEqual(
      expect.arrayContaining(['Making 2 machines', expect.stringMatching(/^The page is at 10\.64\.0/)]),
    );
    const plans = await product.db.cloudPlan.findMany({ where: { queue: { startsWith: `e${id}` } } });
    expect(plans.map(({ status }) => status)).toEqual(['answered', 'answered']);

    await member.ok('DELETE', at).catch(() => undefined);
    expect(await settled(member, at)).toBeNull();
    expect(await product.db.cloudMachine.count({ where: { deletedAt: null } })).toBe(0);
    expect(await product.db.cloudStack.count({ where: { deletedAt: null } })).toBe(0);
  });

  it('without machines is ready after a failure only where a deployment of it has succeeded', async () => {
    const { member, admin } = product;
    const { id, at } = await newEnvironment(member);
    const deploying = async (...entries: JsonObject[]) => {
      const session = await open(member, at);
      for (const body of entries) await member.ok('POST', `${at}/services`, { session, body });
      await deploy(member, at, session);
      return settled(member, at);
    };
    const board = (name: string) => ({
      ...{ '?': { id: newId(), type: 'com.example.Board' }, name },
      ...{ title: 'Notices', notices: 1, rows: [] },
    });
    expect(await deploying(board('before'))).toMatchObject({ status: 'ready' });
    const fault = {
      kind: 'stack',
      environment_id: id,
      target: 'fails1',
      message: 'No valid host was found.',
      times: 1,
    };
    await admin.ok('POST', '/v1/simulation/faults', { body: fault });
    expect(await deploying(board('with'), webPair('pages', ['fails1']))).toMatchObject({ status: 'failed' });
    expect((await servicesOf(at)).map(({ name, status }) => [name, status])).toEqual([
      ...[
        ['before', 'ready'],
        ['with', 'failed'],
        ['pages', 'failed'],
      ],
    ]);
    expect(await deploying()).toMatchObject({ status: 'ready' });
    expect((await servicesOf(at)).map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
    await member.call('DELETE', at);
    expect(await settled(member, at)).toBeNull();
  });

  it('is judged by policies as it is deployed, with the machines in it', async () => {
    const { admin, member } = product;
    const policy = await admin.ok('POST', '/v1/policy-templates/machine-size/policies', {
      body: { parameters: { most_cores: 2 }, mode: 'stop', enabled: true },
    });
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const sent = webPair('large', ['large1', 'large2']);
    const servers = list(sent.servers).map((server) => ({ ...object(server), flavor: 'm1.xlarge' }));
    await member.ok('POST', `${at}/services`, { session, body: { ...sent, servers } });
    expect(await member.ok('POST', `${at}/sessions/${session}/policy-check`)).toMatchObject({ outcome: 'stop' });
    const { status, json } = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect({ status, code: object(json).code }).toEqual({ status: 422, code: 'policy_stopped' });
    await admin.ok('DELETE', `/v1/policies/${String(policy.id)}`);
  });

  it('is not deployed while its preview says that it fails for sure; put right, it is', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const sent = webPair('pages', ['held1']);
    const service = await member.ok('POST', `${at}/services`, { session, body: { ...sent, servers: [] } });
    const preview = await readPreview(member, at, session);
    expect(preview.certain).toMatchObject({
      code: 'program_failed',
      sentence: expect.stringContaining('com.example.WebPair.servers'),
    });
    const { status, json } = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect({ status, code: object(json).code }).toEqual({ status: 409, code: 'failure_predicted' });
    expect(JSON.stringify(json)).toContain('com.example.WebPair.servers');
    await member.ok('PUT', `${at}/services/${String(service.id)}/servers`, { session, body: list(sent.servers) });
    expect((await readPreview(member, at, session)).certain).toBeNull();
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    await member.ok('DELETE', at).catch(() => undefined);
    expect(await settled(member, at)).toBeNull();
  });

  it('is changed by a later deployment: a machine less', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: webPair('pages', ['a1', 'a2']) });
    await deploy(member, at, session);
    await settled(member, at);
    const [service] = await servicesOf(at);
    const next = await open(member, at);
    const servers = list(service?.servers).slice(0, 1);
    await member.ok('PUT', `${at}/services/${String(service?.id)}/servers`, { session: next, body: servers });
    await deploy(member, at, next);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [after] = await servicesOf(at);
    expect(list(after?.units).map((unit) => object(unit).name)).toEqual(['a1']);
    const machines = await product.db.cloudMachine.findMany({ where: { deletedAt: null } });
    expect(machines.map(({ hostname }) => hostname)).toEqual(['a1']);
  });

  it('may bring volumes, a group that keeps its machines apart, and modules for their first start', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const group = newId();
    const pair = webPair('pages', ['v1', 'v2']);
    const disk = { '?': { id: newId(), type: 'io.murano.resources.CinderVolume' }, name: 'data', size: 10 };
    const [first, second] = list(pair.servers).map(object);
    const servers = [
      {
        ...first,
        '?': { id: newId(), type: 'io.murano.resources.ConfLangInstance' },
        volumes: { '/dev/vdb': disk },
        instanceAffinityGroup: { '?': { id: group, type: 'io.murano.resources.InstanceAffinityGroup' } },
      },
      { ...second, instanceAffinityGroup: group },
    ];
    await member.ok('POST', `${at}/services`, { session, body: { ...pair, servers } });
    const { diskGb } = (await readPreview(member, at, session)).totals;
    expect(Number(diskGb?.after) - Number(diskGb?.now)).toBe(2 * 40 + 10);
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [service] = await servicesOf(at);
    const [machine] = list(service?.servers).map(object);
    expect(object(object(machine?.volumes)['/dev/vdb'])).toMatchObject({
      openstackId: expect.stringMatching(/^\w{32}$/),
    });
    const kinds = await product.db.cloudResource.groupBy({ by: ['type'], _count: true });
    expect(Object.fromEntries(kinds.map(({ type, _count }) => [type, _count]))).toMatchObject({
      'OS::Cinder::Volume': 1,
      'OS::Cinder::VolumeAttachment': 1,
      'OS::Nova::ServerGroup': 1,
      'OS::Heat::MultipartMime': 1,
    });
    await member.ok('DELETE', at).catch(() => undefined);
    expect(await settled(member, at)).toBeNull();
  });

  it('is of a class that the catalog shows, with a picture if only a plain one', async () => {
    expect(await product.reader.ok('GET', '/v1/catalog/services/com.example.WebPair')).toMatchObject({
      className: 'com.example.WebPair',
    });
    const answer = await fetch(`${product.url}/v1/catalog/services/com.example.WebPair/logo`, {
      headers: { 'x-auth-token': product.reader.token },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  });

  it('is refused when no package has its class, and told so at the field', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const body = { '?': { type: 'com.example.Nothing' }, name: 'x' };
    const answer = await member.call('POST', `${at}/services`, { session, body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('No package has the class \\"com.example.Nothing\\".');
  });

  it('fails with the place in the class file when its properties are not what the class wants', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: webPair('pages', []) });
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'failed' });
    const rows = await product.db.run.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    expect(JSON.stringify(rows[0]?.problem)).toContain('com.example.WebPair.servers');
  });
});
