import { readAilments } from '@/lib/cloud/embedded/faults';
import { pageAt } from '@/lib/cloud/embedded/links';
import { simulatedMachine, worldOf } from '@/lib/cloud/embedded/machines/world';
import { type Site, servePage } from '@/lib/cloud/embedded/site';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { PackageLock } from '@/lib/model/package-lock';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { AddressAnswer } from '@/lib/ports/cloud/outage';
import type { PromiseReading } from '@/lib/simulation';

/** A promise as the machines that are up see it. */
export interface ScenePromise extends PromiseReading {
  package: string;
  name: string;
  /** ids of the machines whose promise it is */
  machines: string[];
}

/** What machines do for people at one moment. */
export interface Scene {
  /** ids of those that are up */
  up: ReadonlySet<string>;
  promises: ReadonlyMap<string, ScenePromise>;
  addresses: ReadonlyMap<string, AddressAnswer>;
}

/**
 * Looks at what machines do for people: what packages promise of those that are up, and what addresses lead to.
 *
 * @param ids of the machines that are looked at, in the order in which they and their promises are listed
 */
export async function readScene(
  site: Site,
  scope: CloudScope,
  ids: readonly string[],
  urls: readonly string[],
): Promise<Scene> {
  const found = await site.db.cloudMachine.findMany({
    where: { id: { in: [...ids] }, tenantId: scope.tenantId, deletedAt: null, power: 'ready' },
  });
  const machines = found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const addresses = new Map<string, AddressAnswer>();
  for (const url of urls) addresses.set(url, await answerAt(site, scope, url));
  return { up: new Set(machines.map(({ id }) => id)), promises: await promisesOf(site, machines), addresses };
}

async function answerAt(site: Site, scope: CloudScope, url: string): Promise<AddressAnswer> {
  const at = await pageAt(site, scope, url);
  const page = at && (await servePage(site, at.id, at.path));
  if (!page) return { answers: false, host: null, reason: null };
  return { answers: page.status === 200, host: page.host, reason: page.reason };
}

async function promisesOf(site: Site, machines: readonly CloudMachine[]): Promise<Map<string, ScenePromise>> {
  const ailmentsOf = await readAilments(site.db);
  const found = new Map<string, ScenePromise>();
  for (const machine of machines) {
    const simulation = await site.simulations(machine.tenantId, machine.packages as PackageLock | null);
    const self = simulatedMachine(machine, simulation, ailmentsOf(machine));
    const world = worldOf(site.db, machine, simulation, true);
    for (const promise of simulation.promises) {
      const reading = await promise.read(self, world);
      if (reading === null) continue;
      const key = JSON.stringify([promise.package, promise.name, reading.of?.toLowerCase() ?? { own: machine.id }]);
      const known = found.get(key);
      const whose = [...(known?.machines ?? []), machine.id];
      // as long as one of them keeps it, it is kept: that one tells of it
      const reporting =
        known && (known.holds || !reading.holds) ? known : { ...reading, ...nameOf(promise), machines: [] };
      found.set(key, { ...reporting, machines: whose });
    }
  }
  return found;
}

const nameOf = ({ package: from, name }: { package: string; name: string }) => ({ package: from, name });
