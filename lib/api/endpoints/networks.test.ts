import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, sqlCluster, webServerFarm } from '@/lib/api/testing/services';
import { deploy, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { SHOP } from '@/lib/conductor/runtime/testing/shop';
import type { Json, JsonObject } from '@/lib/model/json';

/** The networks of environments: chosen when one is made, with the names that the cloud has, in our words or Murano's. */

const product = productForTests({ catalogDirectory: catalogWith(SHOP) });

const MODEL_PATCH = { 'content-type': 'application/env-model-json-patch' };
const DMZ = { id: 'dmz', name: 'dmz', cidr: '10.1.0.0/16' };

/** A network that is there already, as Murano's client sends it. */
const joined = (internalNetworkName: string, internalSubnetworkName: string | null = null) => ({
  environment: {
    '?': { id: 'a'.repeat(32), type: 'io.murano.resources.ExistingNeutronNetwork' },
    ...{ internalNetworkName, internalSubnetworkName },
  },
  flat: null,
});

let made = 0;
const called = () => `networks-${++made}`;

async function environmentOn(
  choice: JsonObject,
  who = product.member,
): Promise<{ id: string; at: string; session: string }> {
  const { id } = await who.ok('POST', '/v1/environments', { body: { name: called(), ...choice } });
  const at = `/v1/environments/${text(id)}`;
  return { id: text(id), at, session: await open(who, at) };
}

/** The addresses of an environment's machines, and where its services are opened, once they are deployed. */
async function placesOf(choice: JsonObject, services: JsonObject[]): Promise<{ machines: Json[]; sites: Json[] }> {
  const { member } = product;
  const { at, session } = await environmentOn(choice);
  await member.ok('POST', `${at}/services`, { session, body: services });
  await deploy(member, at, session);
  const environment = await settled(member, at);
  expect(environment?.status).toBe('ready');
  const there = list(environment?.services);
  return {
    machines: there.flatMap(({ units }) => list(units).map(({ state }) => object(state).address ?? null)),
    sites: there.map(({ uri }) => uri ?? null),
  };
}

describe('an environment', () => {
  test('is on the network that it was made with, machines and load balancers alike; others stay where they were', async () => {
    const [there, usual] = await Promise.all([
      placesOf({ network: 'dmz', subnet: 'dmz-subnet' }, [webServerFarm()]),
      placesOf({}, [webServerFarm()]),
    ]);
    const within = (prefix: string) => expect.stringMatching(new RegExp(`^(http://)?${prefix}\\.`));
    expect(there).toEqual({ machines: [within('10\\.1'), within('10\\.1')], sites: [within('10\\.1')] });
    expect(usual).toEqual({ machines: [within('10\\.0'), within('10\\.0')], sites: [within('10\\.0')] });
  });

  test('says which network it is on, and so does its model', async () => {
    const { member } = product;
    const { at } = await environmentOn({ defaultNetworks: joined('dmz', 'dmz-subnet'), region: 'RegionOne' });
    const network = { ...DMZ, subnet: { id: 'dmz-subnet', name: 'dmz-subnet' } };
    expect(await member.ok('GET', at)).toMatchObject({ network });
    expect(await member.ok('GET', `${at}/model//`)).toMatchObject({
      defaultNetworks: { environment: { internalNetworkName: 'dmz', internalSubnetworkName: 'dmz-subnet' } },
    });
    const made = { '?': { id: 'b'.repeat(32), type: 'io.murano.resources.NeutronNetwork' }, name: 'shop-network' };
    for (const environment of [null, made]) {
      const plain = await environmentOn({ defaultNetworks: { environment, flat: null } });
      expect(await member.ok('GET', plain.at)).not.toHaveProperty('network');
    }
  });

  test('gives its network to programs in MuranoPL as the environment’s default, also when it is deployed again', async () => {
    const { member } = product;
    const shop = {
      ...{ type: 'com.example.Shop', name: 'corner', title: 'Corner', owners: ['ann'], flavor: 'm1.medium' },
      ...{ osImage: { name: 'debian-12-murano' }, unitNamingPattern: 'till#', units: [{}] },
    };
    const { at, session } = await environmentOn({ network: 'dmz' });
    await member.ok('POST', `${at}/services`, { session, body: shop });
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const next = await open(member, at);
    const second = { ...shop, name: 'market', unitNamingPattern: 'stall#' };
    await member.ok('POST', `${at}/services`, { session: next, body: second });
    await deploy(member, at, next);
    const address = { state: { address: expect.stringMatching(/^10\.1\./) } };
    expect(await settled(member, at)).toMatchObject({
      status: 'ready',
      services: [{ units: [address] }, { units: [address] }],
    });
  });

  test('is copied with its network', async () => {
    const { member } = product;
    const { at, session } = await environmentOn({ network: 'dmz' });
    await member.ok('POST', `${at}/services`, { session, body: webServerFarm() });
    await deploy(member, at, session);
    await settled(member, at);
    const copy = await member.ok('POST', `${at}/clone`, { body: { name: called() } });
    expect(await member.ok('GET', `/v1/environments/${text(object(copy.environment).id)}`)).toMatchObject({
      network: DMZ,
    });
  });

  test('wants addresses of its own network where a service asks for one', async () => {
    const { member } = product;
    const posted = async (choice: JsonObject, clusterIp: string) => {
      const { at, session } = await environmentOn(choice);
      await member.ok('POST', `${at}/services`, { session, body: activeDirectory() });
      const answer = await member.call('POST', `${at}/services`, { session, body: sqlCluster({ clusterIp }) });
      return answer.status === 200 ? [] : list(object(answer.json).fields).map(({ path, code }) => `${path} ${code}`);
    };
    expect(await posted({ network: 'dmz' }, '10.1.0.50')).toEqual([]);
    expect(await posted({ network: 'dmz' }, '10.0.0.50')).toEqual(['clusterIp address_out_of_range']);
    expect(await posted({}, '10.1.0.50')).toEqual(['clusterIp address_out_of_range']);
  });
});

describe('a network that cannot be chosen', () => {
  test.each<[JsonObject, string]>([
    [{ network: 'nowhere' }, 'network network_unknown'],
    [{ network: 'public' }, 'network network_unknown'],
    [{ network: 'dmz', subnet: 'private-subnet' }, 'subnet subnet_unknown'],
    [{ subnet: 'dmz-subnet' }, 'network required'],
    [{ defaultNetworks: joined('nowhere') }, 'network network_unknown'],
    [{ defaultNetworks: { dmz: {} } }, 'defaultNetworks.dmz unknown_property'],
    [
      { defaultNetworks: { environment: { internalNetwork: 'dmz' } } },
      'defaultNetworks.environment.internalNetwork unknown_property',
    ],
    [{ defaultNetworks: { environment: { name: 'dmz' } } }, 'defaultNetworks.environment.name custom'],
    [{ defaultNetworks: { environment: null, flat: {} } }, 'defaultNetworks.flat invalid_type'],
  ])('%j is refused before anything is made, with those that there are', async (choice, wanted) => {
    const { member } = product;
    const name = called();
    const answer = await member.call('POST', '/v1/environments', { body: { name, ...choice } });
    const [field] = list(object(answer.json).fields);
    expect([answer.status, `${field?.path} ${field?.code}`]).toEqual([400, wanted]);
    expect(list((await member.ok('GET', `/v1/environments?search=${name}`)).environments)).toEqual([]);
  });

  test('nor is another one once it is made', async () => {
    const { at, session } = await environmentOn({ network: 'dmz' });
    const patch = (value: Json) =>
      product.member.call('PATCH', `${at}/model/`, {
        session,
        body: [{ op: 'replace', path: '/defaultNetworks', value }],
        headers: MODEL_PATCH,
      });
    expect((await patch(joined('private'))).status).toBe(403);
    expect((await patch(joined('dmz'))).status).toBe(200);
  });
});

test('the offer names the networks, the usual one first', async () => {
  const { networks } = await product.member.ok('GET', '/v1/offer');
  expect(list(networks).map(({ id, cidr }) => [id, cidr])).toEqual([
    ['private', '10.0.0.0/16'],
    ['dmz', '10.1.0.0/16'],
  ]);
});

test('policies are told the network of an environment, and may refuse it', async () => {
  const { admin } = product;
  const { id, at, session } = await environmentOn({ network: 'dmz' }, admin);
  await admin.ok('POST', `${at}/services`, { session, body: webServerFarm() });
  const rules = `predeploy_errors(e, e, "Not in the DMZ.") :- murano:properties(e, "network", "dmz")`;
  const body = { text: rules, environment_id: id, session_id: session };
  const [environment] = list((await admin.ok('POST', '/v1/policies/try', { body })).environments);
  expect(list(environment?.verdicts).map(({ sentence }) => sentence)).toEqual(['Not in the DMZ.']);
});
