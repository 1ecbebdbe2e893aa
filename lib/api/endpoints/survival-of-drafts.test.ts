import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, existingDomain, sqlCluster, webServer, webServerFarm } from '@/lib/api/testing/services';
import { deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** What is said of a draft that takes single machines out is what is said once it is deployed, over HTTP. */

const product = productForTests();
const domain = 'less.example';

const controllers = (count: number): JsonObject =>
  activeDirectory({
    ...{ name: domain, domain, unitNamingPattern: 'dc#' },
    units: Array.from({ length: count }, (_, at) => ({ isMaster: at === 0, recoveryPassword: 'R3covery-One!' })),
  });
/** Two of its nodes have every change. */
const cluster = (count: number): JsonObject =>
  sqlCluster({
    ...{ domain, mixedModeAuth: false, saPassword: '', unitNamingPattern: 'node#' },
    units: Array.from({ length: count }, (_, at) => ({ isMaster: at === 0, isSync: at < 2 })),
  });

/** Where the machine of a host stands in an environment: its service and itself. */
async function placeOf(at: string, host: string): Promise<{ service: string; unit: string }> {
  const { services } = await product.member.ok('GET', at);
  for (const { id, units } of list(services)) {
    const unit = list(units).find(({ state }) => object(state).hostname === host);
    if (unit) return { service: text(id), unit: text(unit.id) };
  }
  throw new Error(`There is no ${host}.`);
}

async function addressOf(host: string): Promise<string> {
  const where = { tenantId: product.member.tenantId, hostname: host, deletedAt: null };
  return (await product.db.cloudMachine.findFirstOrThrow({ where })).address;
}

/** Has a machine go off and come back. */
async function restart(at: string, host: string): Promise<void> {
  const environmentId = text((await product.member.ok('GET', at)).id);
  const fault = await product.faults.add({ kind: 'off', environmentId, target: host });
  await product.faults.remove(fault);
  await eventually(`${host} being up again`, async () => {
    const where = { tenantId: product.member.tenantId, hostname: host, deletedAt: null };
    return (await product.db.cloudMachine.findFirstOrThrow({ where })).power === 'ready';
  });
}

interface Case {
  services: JsonObject[];
  gone: string;
  /** hosts whose loss the draft does not survive */
  losses: string[];
  /** of another environment, whose domain it uses */
  elsewhere?: JsonObject[];
  /** a host that is off for a moment before */
  restarted?: string;
}

describe('a draft takes a single machine out', () => {
  it.each<[string, Case]>([
    [
      'of two controllers the one that stays cannot be spared',
      {
        services: [controllers(2), webServer({ name: 'pages', domain, unitNamingPattern: 'web#' })],
        ...{ gone: 'dc2', losses: ['dc1', 'web1'] },
      },
    ],
    [
      'a farm of two that stays can spare either',
      { services: [webServerFarm({ unitNamingPattern: 'farm#', units: [{}, {}, {}] })], gone: 'farm1', losses: [] },
    ],
    [
      'a cluster of three that becomes one of two has a folder that votes',
      { services: [controllers(2), cluster(3)], gone: 'node3', losses: [] },
    ],
    [
      'a cluster of four that becomes one of three has none any more',
      { services: [controllers(2), cluster(4)], gone: 'node4', losses: [] },
    ],
    [
      'the only server goes that could take over: the one in charge cannot be spared',
      { services: [controllers(2), cluster(3)], gone: 'node2', losses: ['node1'] },
    ],
    [
      'the server in charge goes: its heir cannot be spared',
      { services: [controllers(2), cluster(3)], gone: 'node2', losses: ['node1'], restarted: 'node1' },
    ],
    [
      'a cluster of three that becomes one of two in a domain that others keep has no folder',
      {
        elsewhere: [controllers(1)],
        services: [existingDomain({ domain }), cluster(3)],
        ...{ gone: 'node3', losses: ['node1', 'node2'] },
      },
    ],
  ])('%s', async (_, { elsewhere, services, gone, losses, restarted }) => {
    const { member, reader, db } = product;
    const others = elsewhere && (await deployed(member, elsewhere));
    const dnsServers = others ? [await addressOf('dc1')] : [];
    const { at } = await deployed(
      member,
      services.map((one) => (one.type === 'existingActiveDirectory' ? { ...one, dnsServers } : one)),
    );
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    if (restarted) await restart(at, restarted);
    const { service, unit } = await placeOf(at, gone);
    const session = await open(member, at);
    await member.ok('DELETE', `${at}/services/${service}/units/${unit}`, { session });
    const before = await db.cloudMachine.findMany({ orderBy: { id: 'asc' } });
    const drafted = await member.ok('GET', `${at}/survival`, { session });
    expect(await db.cloudMachine.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
    expect(drafted).toMatchObject({ survives: losses.length === 0, of: 'draft' });
    expect(list(drafted.losses).map(({ host }) => host)).toEqual(losses);
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(await reader.ok('GET', `${at}/survival`)).toEqual({ ...drafted, of: 'deployed' });
    for (const path of [at, ...(others ? [others.at] : [])]) {
      await member.ok('DELETE', path);
      await settled(member, path);
    }
  });

  it('what if another fails is asked in the rehearsal, where the machine is gone', async () => {
    const { member } = product;
    const { at } = await deployed(member, [controllers(2)]);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    const [stays, goes] = [await placeOf(at, 'dc1'), await placeOf(at, 'dc2')];
    expect(await member.ok('POST', `${at}/what-if`, { body: { units: [stays.unit] } })).toMatchObject({
      survives: true,
    });
    const session = await open(member, at);
    await member.ok('DELETE', `${at}/services/${goes.service}/units/${goes.unit}`, { session });
    const made = await member.ok('POST', `${at}/sessions/${session}/rehearsal`, { body: {} });
    const copy = `/v1/environments/${text(made.environment_id)}`;
    await settled(member, copy);
    const answer = await member.ok('POST', `${copy}/what-if`, { body: { units: [stays.unit] } });
    expect(answer).toMatchObject({ survives: false, machines: [{ unit_id: stays.unit, state: 'off' }] });
    expect(list(answer.promises).map(({ text: said }) => said)).toEqual([
      `Nobody can sign in to the domain ${domain}, because none of its controllers runs.`,
    ]);
    expect((await member.call('POST', `${copy}/what-if`, { body: { units: [goes.unit] } })).status).toBe(400);
    await member.ok('DELETE', `${copy}/rehearsal`);
  });
});
