import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import {
  activeDirectory,
  aspNetApp,
  aspNetAppFarm,
  sqlCluster,
  sqlServer,
  webServer,
  webServerFarm,
} from '@/lib/api/testing/services';
import { deployed, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import { eventually } from '@/lib/testing/patience';

/** A dry run of the loss of each machine against what happens when that machine is really switched off. */

const product = productForTests();

const scope = () => ({ tenantId: product.member.tenantId });

interface Machine {
  host: string;
  queue: string;
}

async function readEnvironment(at: string): Promise<{ id: string; machines: Machine[]; addresses: string[] }> {
  const { id, services } = await product.member.ok('GET', at);
  const machines = list(services).flatMap((service) =>
    list(service.units).map((unit) => ({
      host: text(object(unit.state).hostname),
      queue: agentQueue(text(id), text(service.id), text(unit.id)),
    })),
  );
  const addresses = list(services).flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : []));
  return { id: text(id), machines, addresses };
}

function simulation() {
  const found = product.container.cloud.simulation;
  if (!found) throw new Error('The tests run on the embedded cloud.');
  return found;
}

/** What really is at an address. */
async function answerAt(url: string) {
  const link = (await simulation().pages.linkFor(scope(), url)) ?? '';
  const [id = '', ...path] = link.replace('/machines/', '').split('/');
  const page = await simulation().pages.page(id, path.join('/'));
  return { url, answers: page?.status === 200, host: page?.host ?? null, reason: page?.reason ?? null };
}

const rowsOf = (machines: readonly Machine[]) =>
  product.db.cloudMachine.findMany({
    where: { ...scope(), queue: { in: machines.map(({ queue }) => queue) }, deletedAt: null },
    orderBy: { hostname: 'asc' },
  });

/** Who leads which availability group, as each server that is up knows it. */
async function leadersOf(machines: readonly Machine[]): Promise<Record<string, string>> {
  const leaders: Record<string, string> = {};
  for (const { power, facts } of await rowsOf(machines)) {
    const { sql } = object(facts as JsonObject);
    const group = sql ? object(sql).group : null;
    if (power === 'ready' && group) leaders[text(object(group).name)] = text(object(group).primary);
  }
  return leaders;
}

/** @returns what packages say of what ends or is led by another then, by the host that is lost */
async function compareEachLoss(at: string): Promise<Record<string, (string | null)[]>> {
  const changed: Record<string, (string | null)[]> = {};
  const { id: environmentId, machines, addresses } = await readEnvironment(at);
  const queues = machines.map(({ queue }) => queue);
  const look = (off: string[]) => simulation().outages.attempt(scope(), { machines: queues, off, addresses });
  for (const { host, queue } of machines) {
    const stored = await rowsOf(machines);
    const predicted = await look([queue]);
    expect(await rowsOf(machines)).toEqual(stored);
    const changes = predicted.promises.filter(({ outcome }) => outcome !== 'kept');
    changed[host] = changes.map(({ sentence }) => sentence);

    const fault = await product.faults.add({ kind: 'off', environmentId, target: host });
    const rows = await rowsOf(machines);
    expect(
      predicted.machines
        .filter(({ after }) => after)
        .map(({ hostname }) => hostname)
        .sort(),
      host,
    ).toEqual(
      rows
        .filter(({ power }) => power === 'ready')
        .map(({ hostname }) => hostname)
        .sort(),
    );
    const answers = [];
    for (const url of addresses) answers.push(await answerAt(url));
    expect(
      predicted.addresses.map(({ url, after }) => ({ url, ...after })),
      host,
    ).toEqual(answers);
    const now = (await look([])).promises;
    const kept = predicted.promises.filter(({ outcome }) => outcome !== 'broken');
    const keyOf = ({ package: from, name, of, lead }: (typeof now)[number]) => JSON.stringify([from, name, of, lead]);
    expect(kept.map(keyOf).sort(), host).toEqual(now.map(keyOf).sort());
    const leaders = await leadersOf(machines);
    for (const { name, of, lead, outcome } of predicted.promises)
      if (name === 'group' && outcome !== 'broken')
        expect({ host, of, lead }).toEqual({ host, of, lead: leaders[of ?? ''] });

    await product.faults.remove(fault);
    await eventually(`${host} being up again`, async () =>
      (await rowsOf(machines)).every(({ power }) => power === 'ready'),
    );
  }
  // there is room for twenty machines
  await product.member.ok('DELETE', at);
  await settled(product.member, at);
  return changed;
}

describe('the predicted loss of each machine is what then happens', () => {
  const members = (...hosts: string[]) =>
    hosts.map((host) =>
      expect.stringMatching(
        new RegExp(`^Users of \\S+ cannot sign in on ${host}, which finds no controller of the domain.$`),
      ),
    );
  const applications = (...hosts: string[]) =>
    hosts.map((host) =>
      expect.stringMatching(new RegExp(`^\\S+ on ${host} no longer reaches its database todo on sql1`)),
    );
  it.each<[string, Record<string, unknown[]>]>([
    [
      'highly-available-sql',
      {
        ...{ dc1: [], dc2: [], sqlnode3: [] },
        // one that comes back follows whoever took over from it
        sqlnode1: ['The databases of databases fail over from sqlnode1 to sqlnode2.'],
        sqlnode2: ['The databases of databases fail over from sqlnode2 to sqlnode1.'],
      },
    ],
    ['small-office-domain', { dc1: [], dc2: [], web1: [] }],
    [
      'three-tier-web-farm',
      {
        dc1: [
          expect.stringMatching(/^Nobody can sign in to the domain \S+, because none of its controllers runs.$/),
          ...members('sql1', 'app1', 'app2', 'app3'),
          ...applications('app1', 'app2', 'app3'),
        ],
        sql1: ['Programs no longer reach the databases on sql1.', ...applications('app1', 'app2', 'app3')],
        ...{ app1: [], app2: [], app3: [] },
      },
    ],
  ])('in the template %s', async (template, expected) => {
    const made = await product.member.ok('POST', `/v1/templates/${template}/environments`, {
      body: { name: template },
    });
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    const changed = await compareEachLoss(at);
    expect(Object.keys(changed).sort()).toEqual(Object.keys(expected).sort());
    for (const [host, sentences] of Object.entries(expected)) {
      expect(changed[host], host).toHaveLength(sentences.length);
      expect(changed[host], host).toEqual(expect.arrayContaining(sentences));
    }
  });

  const domain = 'loss.example';
  const directory = (units = 1) =>
    activeDirectory({
      ...{ name: domain, domain, unitNamingPattern: 'loss-dc#' },
      units: [
        { isMaster: true, recoveryPassword: 'R3covery-One!' },
        ...Array.from({ length: units - 1 }, () => ({ isMaster: false, recoveryPassword: 'R3covery-One!' })),
      ],
    });
  it.each<[string, () => JsonObject[]]>([
    ['a domain with a web server', () => [directory(2), webServer({ domain, unitNamingPattern: 'w#' })]],
    ['a farm in no domain', () => [webServerFarm({ unitNamingPattern: 'f#' })]],
    [
      'an application with a database server',
      () => [
        directory(),
        sqlServer({ domain, mixedModeAuth: false, saPassword: '' }),
        aspNetApp({
          ...{ domain, databaseServer: 'sql', database: 'shop', connectionName: 'Main', unitNamingPattern: 'app#' },
        }),
      ],
    ],
    [
      'an application on a farm with a cluster of two',
      () => [
        directory(2),
        sqlCluster({ domain, mixedModeAuth: false, saPassword: '' }),
        aspNetAppFarm({
          ...{ domain, databaseServer: 'db', database: 'orders', connectionName: 'Main', unitNamingPattern: 'shop#' },
        }),
      ],
    ],
  ])('in %s', async (_, services) => {
    const { at } = await deployed(product.member, services());
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    await compareEachLoss(at);
  });
});
