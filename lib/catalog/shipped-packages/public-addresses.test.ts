import { beforeAll, describe, expect, it } from 'vitest';
import { comparingPredictions } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { aspNetApp, aspNetAppFarm, webServer, webServerFarm } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { inRange } from '@/lib/model/ip-address';
import type { Json, JsonObject } from '@/lib/model/json';

/** Web services that are reached from outside of their network, through the API. */

/** What the embedded cloud's external network has. */
const OUTSIDE = '172.24.4.0/22';
const product = productForTests();
let deployAsPredicted: ReturnType<typeof comparingPredictions>;
beforeAll(() => {
  deployAsPredicted = comparingPredictions(product);
});

const isOutside = (uri?: Json) => inRange(new URL(text(uri)).hostname, OUTSIDE);
const serviceOf = async (at: string) => object(list((await product.member.ok('GET', at)).services)[0]);
const publicAddresses = async () => object(object((await product.member.ok('GET', '/v1/offer')).quota).publicAddresses);

async function pageAt(uri?: Json, tenantId = product.member.tenantId) {
  const { pages } = product.container.cloud.simulation ?? {};
  const link = await pages?.linkFor({ tenantId }, text(uri));
  return link === null ? null : pages?.page((link ?? '').replace('/machines/', ''), '');
}

async function set(at: string, assignFloatingIp: boolean): Promise<string> {
  const session = await open(product.member, at);
  const { id } = await serviceOf(at);
  const path = `${at}/services/${text(id)}/assignFloatingIp`;
  await product.member.ok('PUT', path, { session, body: assignFloatingIp });
  return session;
}

async function clear(at: string): Promise<void> {
  await product.member.call('DELETE', at);
  await settled(product.member, at);
}

describe('a public address', () => {
  it.each([
    ['web server', webServer({ unitNamingPattern: 'web#' })],
    ['web server farm', webServerFarm({ unitNamingPattern: 'wsf#', loadBalancerPort: 8080 })],
    ['ASP.NET application', aspNetApp({ unitNamingPattern: 'asp#' })],
    ['ASP.NET application farm', aspNetAppFarm({ unitNamingPattern: 'asf#' })],
  ])('is where a %s is opened, from its deployment on until it is taken back', async (_, service) => {
    const { member } = product;
    const environment = await newEnvironment(member);
    const { at } = environment;
    const session = await open(member, at);
    await add(member, at, session, { ...service, assignFloatingIp: true });
    const preview = await deployAsPredicted(environment, session);
    expect(preview.totals.publicAddresses).toMatchObject({ now: 0, after: 1 });
    const { uri } = await serviceOf(at);
    expect(isOutside(uri)).toBe(true);
    expect(await pageAt(uri)).toMatchObject({ status: 200 });
    expect(await pageAt(uri, product.stranger.tenantId)).toBeNull();

    const without = await deployAsPredicted(environment, await set(at, false));
    expect(without.steps.filter(({ effect }) => effect === 'plan')).toEqual([]);
    const inside = (await serviceOf(at)).uri;
    expect(isOutside(inside)).toBe(false);
    expect(await pageAt(inside)).toMatchObject({ status: 200 });
    expect(await pageAt(uri)).toBeNull();

    await deployAsPredicted(environment, await set(at, true));
    expect(isOutside((await serviceOf(at)).uri)).toBe(true);
    expect(await publicAddresses()).toMatchObject({ used: 1 });
    await clear(at);
    expect(await publicAddresses()).toMatchObject({ used: 0 });
  });

  it('is shown with the service that has it', async () => {
    const { at } = await deployed(product.member, [
      webServer({ unitNamingPattern: 'web#', assignFloatingIp: true }),
      webServerFarm({ unitNamingPattern: 'farm#', assignFloatingIp: true }),
    ]);
    const services = list((await product.member.ok('GET', at)).services).map((one) => object(one));
    const [web, farm] = services;
    expect(`http://${text(object(object(list(web?.units)[0]).state).publicAddress)}`).toBe(web?.uri);
    expect(`http://${text(object(farm?.state).publicAddress)}:80`).toBe(farm?.uri);
    await clear(at);
  });

  it('is not asked for by a service that says nothing of it, and nothing is added to what was sent', async () => {
    const { at } = await deployed(product.member, [webServer({ unitNamingPattern: 'web#' })]);
    const service = await serviceOf(at);
    expect(service).not.toHaveProperty('assignFloatingIp');
    expect(isOutside(service.uri)).toBe(false);
    await clear(at);
  });

  it.each([['yes'], [1], [{ pool: 'public' }]])(
    'is a yes or a no: %j is refused by the name of the field',
    async (given) => {
      const { at } = await newEnvironment(product.member);
      const session = await open(product.member, at);
      const body = webServer({ assignFloatingIp: given });
      const { status, json } = await product.member.call('POST', `${at}/services`, { session, body });
      expect(status).toBe(400);
      expect(list(object(json).fields)).toMatchObject([{ path: 'assignFloatingIp' }]);
    },
  );

  it('stands in the schema of the API', async () => {
    const { components } = await product.member.ok('GET', '/openapi.json');
    const schemas = object(object(components).schemas);
    for (const type of ['webServer', 'webServerFarm', 'aspNetApp', 'aspNetAppFarm']) {
      const properties = object(object(schemas[`service.${type}`]).properties);
      expect(properties.assignFloatingIp).toMatchObject({ type: 'boolean', title: 'Public address' });
    }
  });
});

describe('how many public addresses a tenant may have', () => {
  const limits = { machines: 20, vcpus: 40, memory_mb: 98_304, disk_gb: 2_000 };
  const refusal = async (services: JsonObject[]) => {
    const { at } = await newEnvironment(product.member);
    const session = await open(product.member, at);
    for (const service of services) await add(product.member, at, session, service);
    const { status, json } = await product.member.call('POST', `${at}/sessions/${session}/deploy`);
    await product.member.call('DELETE', `${at}/sessions/${session}`);
    return { status, fields: status === 200 ? [] : list(object(json).fields) };
  };

  it('is set by administrators, told with the offer, and holds before anything is made', async () => {
    const { member } = product;
    const root = await systemAdmin(product, 'root');
    const path = `/v1/admin/tenants/${member.tenantId}/quota`;
    expect(await root.ok('PUT', path, { body: { ...limits, public_addresses: 1 } })).toMatchObject({
      quota: { limit: { public_addresses: 1 }, used: { public_addresses: 0 } },
    });
    expect(await publicAddresses()).toEqual({ used: 0, limit: 1 });
    // one who knows nothing of them changes nothing of them
    await root.ok('PUT', path, { body: limits });
    expect(await publicAddresses()).toEqual({ used: 0, limit: 1 });

    const asking = (name: string) => webServer({ name, unitNamingPattern: `${name}#`, assignFloatingIp: true });
    expect(await refusal([asking('one'), asking('two')])).toMatchObject({
      status: 400,
      fields: [
        {
          ...{ path: 'services', code: 'over_quota' },
          sentence:
            'This needs 2 more public addresses, but your quota leaves 1 of 1. Do without some of them, or ask for more.',
        },
      ],
    });

    await root.ok('PUT', path, { body: { ...limits, public_addresses: 0 } });
    expect(await refusal([asking('one')])).toMatchObject({
      status: 400,
      fields: [
        {
          ...{ path: 'services.0.assignFloatingIp', code: 'no_public_addresses' },
          sentence: 'No public addresses are given out here. Leave "Public address" off.',
        },
      ],
    });
    expect((await root.call('PUT', path, { body: { ...limits, public_addresses: -1 } })).status).toBe(400);
    await root.ok('DELETE', path);
  });

  it('counts those of all environments', async () => {
    const { member } = product;
    const root = await systemAdmin(product, 'registrar');
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ unitNamingPattern: 'web#', assignFloatingIp: true }));
    const path = `/v1/admin/tenants/${member.tenantId}/quota`;
    await root.ok('PUT', path, { body: { ...limits, public_addresses: 1 } });
    const { at: other } = await deployed(member, [
      webServer({ name: 'first', unitNamingPattern: 'first#', assignFloatingIp: true }),
    ]);
    const { status } = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect(status).toBe(400);
    await root.ok('DELETE', path);
    await deploy(member, at, session);
    expect((await settled(member, at))?.status).toBe('ready');
    await clear(at);
    await clear(other);
  });
});

describe('what policies see of public addresses', () => {
  it('is who asks for one, how many there are, and how many there may be', async () => {
    // of a tenant of its own: what the cloud offers may be two seconds old, and others have just taken addresses
    const admin = await product.clientOf('counted', 'Counted', 'admin');
    const { at, id } = await newEnvironment(admin);
    const session = await open(admin, at);
    await add(admin, at, session, webServer({ unitNamingPattern: 'web#', assignFloatingIp: true }));
    await add(admin, at, session, webServerFarm({ unitNamingPattern: 'farm#', assignFloatingIp: true }));
    await add(admin, at, session, aspNetApp({ unitNamingPattern: 'app#', assignFloatingIp: false }));
    const rules = [
      'predeploy_warnings(e, o, name) :- murano:states(e, s), murano:properties(o, "assignFloatingIp", "True"), murano:properties(o, "name", name)',
      'predeploy_warnings(e, e, "two") :- murano:states(e, s), totals:resources("public_addresses", 2, 0)',
      'predeploy_warnings(e, e, "of twenty") :- murano:states(e, s), cloud:quotas("public_addresses", 0, 20)',
    ];
    const body = { text: rules.join('\n'), environment_id: id, session_id: session };
    const [tried] = list((await admin.ok('POST', '/v1/policies/try', { body })).environments);
    expect(list(tried?.verdicts).map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(['frontend', 'farm', 'two', 'of twenty']),
    );
    expect(list(tried?.verdicts)).toHaveLength(4);
    await admin.ok('DELETE', `${at}/sessions/${session}`);
  });
});
