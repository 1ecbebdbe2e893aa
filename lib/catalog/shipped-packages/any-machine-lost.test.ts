import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, existingDomain, sqlCluster } from '@/lib/api/testing/services';
import { deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import { windowsOf } from '@/lib/api/testing/windows-of';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';

/** What the template says: it survives the loss of any one machine. Each is switched off, and programs are still served. */

const product = productForTests();

const powerOf = async (hostname: string) => {
  const { tenantId } = product.member;
  const where = { tenantId, hostname, deletedAt: null };
  return (await product.db.cloudMachine.findFirstOrThrow({ where })).power;
};

/** What the listener of the cluster of an environment leads to: the page of a server, or why there is none. */
async function atListener(at: string): Promise<{ status: number; html: string }> {
  const { services } = await product.member.ok('GET', at);
  const cluster = list(services).find(({ type }) => type === 'msSqlClusterServer') ?? {};
  const scope = { tenantId: product.member.tenantId };
  const pages = product.container.cloud.simulation?.pages;
  const link = (await pages?.linkFor(scope, text(cluster.uri))) ?? '';
  const [id = '', ...path] = link.replace('/machines/', '').split('/');
  const page = await pages?.page(id, path.join('/'));
  return { status: page?.status ?? 0, html: page?.html ?? '' };
}

async function lose(host: string, whatThen: () => Promise<void>): Promise<void> {
  const fault = await product.faults.add({ kind: 'off', tenantId: product.member.tenantId, target: host });
  await whatThen();
  await product.faults.remove(fault);
  await eventually(`${host} being up again`, async () => (await powerOf(host)) === 'ready');
}

/** Switches one machine of an environment off after another; each time the listener leads to a server that is in charge. */
async function expectToSurvive(at: string, hosts: string[]): Promise<void> {
  const { services } = await product.member.ok('GET', at);
  const there = list(services).flatMap(({ units }) => list(units).map(({ state }) => text(object(state).hostname)));
  expect(there.sort()).toEqual(hosts);
  for (const host of hosts) {
    await lose(host, async () => {
      const { status, html } = await atListener(at);
      expect({ host, status }).toEqual({ host, status: 200 });
      expect(html).toContain('Primary, synchronous');
      expect(html).not.toContain('Offline');
      expect(html).toContain('orders');
    });
  }
}

describe('The template “Highly available SQL”', () => {
  it('survives the loss of any one machine, one after another, as it says', async () => {
    const { templates } = await product.member.ok('GET', '/v1/templates');
    const template = list(templates).find(({ id }) => id === 'highly-available-sql');
    expect(template?.summary).toContain('survive the loss of any one machine');
    const made = await product.member.ok('POST', '/v1/templates/highly-available-sql/environments', {
      body: { name: 'Survivor' },
    });
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    await expectToSurvive(at, ['dc1', 'dc2', 'sqlnode1', 'sqlnode2', 'sqlnode3']);
  });
});

describe('A cluster of two servers', () => {
  it('of which the one in charge is lost: work goes on, what changes is done where the group is led now, and back', async () => {
    const services: JsonObject[] = [
      activeDirectory({ unitNamingPattern: 'pair-dc#' }),
      sqlCluster({ mixedModeAuth: false, saPassword: '', unitNamingPattern: 'pair#' }),
    ];
    const { at } = await deployed(product.member, services);
    expect((await windowsOf(product, 'pair1')).cluster?.witness).toMatchObject({ host: 'pair-dc1' });
    // the machine with the folder that votes among them
    await expectToSurvive(at, ['pair-dc1', 'pair-dc2', 'pair1', 'pair2']);
    const { sql } = await windowsOf(product, 'pair1');
    if (sql?.group?.primary !== 'pair1') await lose('pair2', async () => undefined);
    await lose('pair1', async () => {
      expect(await atListener(at)).toMatchObject({ status: 200 });
      expect((await windowsOf(product, 'pair2')).sql?.group?.primary).toBe('pair2');
    });
    expect((await windowsOf(product, 'pair1')).sql?.group?.primary).toBe('pair2');
    const session = await open(product.member, at);
    const found = list((await product.member.ok('GET', at)).services).find(({ type }) => type === 'msSqlClusterServer');
    await product.member.ok('PUT', `${at}/services/${text(found?.id)}/databases`, {
      session,
      body: ['orders', 'stock', 'audit'],
    });
    await deploy(product.member, at, session);
    const environment = await settled(product.member, at);
    expect(environment).toMatchObject({ status: 'ready' });
    const cluster = list(environment?.services).find(({ type }) => type === 'msSqlClusterServer');
    expect(object(cluster?.state).replicas).toBe('pair2 (primary), pair1 (synchronous)');
    for (const host of ['pair1', 'pair2']) expect((await windowsOf(product, host)).sql?.databases).toHaveLength(3);

    // a restart of all: one after the other, the one in charge last
    const body = { workflow: 'restart', service_id: text(cluster?.id) };
    const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body });
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    const { events } = await product.member.ok('GET', `${at}/executions/${text(execution_id)}/events`);
    const begun = list(events).filter(({ kind }) => kind === 'effect.started');
    expect(begun.map(({ data }) => `${text(object(data).template)} ${text(object(data).host)}`)).toEqual([
      'StopSqlServer pair1',
      'StartSqlServer pair1',
      'StopSqlServer pair2',
      'StartSqlServer pair2',
    ]);
  });

  it('in a domain that others keep is refused before anything is made: nobody has the vote that two servers need', async () => {
    const services: JsonObject[] = [
      existingDomain({ name: 'corp.example', domain: 'corp.example', dnsServers: ['10.0.9.1'] }),
      sqlCluster({ domain: 'corp.example', mixedModeAuth: false, saPassword: '', unitNamingPattern: 'duo#' }),
    ];
    const { at } = await deployed(product.member, services);
    const [deployment] = list((await product.member.ok('GET', `${at}/deployments`)).deployments);
    const { reports } = await product.member.ok('GET', `${at}/deployments/${text(deployment?.id)}`);
    expect(list(reports).map((report) => text(report.text))).toContainEqual(
      expect.stringContaining('Nothing was made: the cluster dbcluster would have an even number of servers'),
    );
    expect(await product.db.cloudMachine.count({ where: { hostname: { startsWith: 'duo' } } })).toBe(0);
  });

  it('of which the one in charge is taken away: the other takes over first, and only then its machine goes', async () => {
    const services: JsonObject[] = [
      activeDirectory({ unitNamingPattern: 'trio-dc#' }),
      sqlCluster({
        ...{
          mixedModeAuth: false,
          saPassword: '',
          unitNamingPattern: 'trio#',
          clusterName: 'trio',
          agListenerName: 'triple',
        },
        units: [
          { isMaster: true, isSync: true },
          { isMaster: false, isSync: true },
          { isMaster: false, isSync: false },
        ],
      }),
    ];
    const { at } = await deployed(product.member, services);
    await lose('trio1', async () => {});
    expect((await windowsOf(product, 'trio1')).sql?.group?.primary).toBe('trio2');
    const session = await open(product.member, at);
    const found = list((await product.member.ok('GET', at)).services).find(({ type }) => type === 'msSqlClusterServer');
    const leader = list(found?.units).find(({ state }) => object(state).hostname === 'trio2');
    await product.member.ok('DELETE', `${at}/services/${text(found?.id)}/units/${text(leader?.id)}`, { session });
    await deploy(product.member, at, session);
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    const { cluster, sql } = await windowsOf(product, 'trio1');
    expect(cluster).toMatchObject({ nodes: ['trio1', 'trio3'], witness: { host: 'trio-dc1' } });
    expect(sql?.group).toMatchObject({ primary: 'trio1', replicas: [{ host: 'trio1' }, { host: 'trio3' }] });
  });
});
