import { expect } from 'vitest';
import { list, object, text } from '@/lib/api/testing/responses';
import { settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import { eventually } from '@/lib/testing/patience';
import type { Product } from './product';

interface Machine {
  host: string;
  queue: string;
}

/** What can be looked at of the machines of a product's member, besides what the API tells. */
function sightOf(product: Product) {
  const scope = () => ({ tenantId: product.member.tenantId });
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
  return { scope, readEnvironment, simulation, answerAt, rowsOf, leadersOf };
}

/**
 * Switches each machine of an environment off and on again, compares what a dry run said of that with what then is, and removes
 * the environment.
 *
 * @param at path of an environment that is deployed and idle
 * @returns what packages say of what ends or is led by another then, by the host that is lost
 */
export async function compareEachLoss(product: Product, at: string): Promise<Record<string, (string | null)[]>> {
  const { scope, readEnvironment, simulation, answerAt, rowsOf, leadersOf } = sightOf(product);
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
