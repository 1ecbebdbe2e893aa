import type { Db } from '@/lib/db/client';
import { isObject, type JsonObject } from '@/lib/model/json';

/** What stands in the embedded cloud for one environment. */
export interface CloudState {
  resources: Record<string, { id: string; type: string; properties: JsonObject }>;
  /** how often each resource was changed in place or looked at again, by name */
  touched: Record<string, number>;
  machines: Record<string, { id: string; flavor: string; facts: unknown }>;
}

/** What became of the resources of a stack between two looks, by name, sorted. */
export interface StateDifference {
  created: string[];
  updated: string[];
  /** gone and made again under its name */
  replaced: string[];
  removed: string[];
}

/** Looks at the stack and the machines of an environment. */
export async function readCloudState(db: Db, environmentId: string): Promise<CloudState> {
  const stacks = await db.cloudStack.findMany({ where: { name: `e${environmentId}`, deletedAt: null } });
  const stackId = { in: stacks.map(({ id }) => id) };
  const rows = await db.cloudResource.findMany({ where: { stackId, replaced: false } });
  const updates = await db.cloudStackEvent.groupBy({
    by: ['resourceName'],
    where: { stackId, action: 'UPDATE', status: 'COMPLETE' },
    _count: true,
  });
  const machines = await db.cloudMachine.findMany({ where: { stackId, deletedAt: null } });
  return {
    resources: Object.fromEntries(
      rows.map(({ id, name, type, properties }) => {
        const made = isObject(properties) && isObject(properties.properties) ? properties.properties : {};
        return [name, { id, type, properties: made }];
      }),
    ),
    touched: Object.fromEntries(updates.map(({ resourceName, _count }) => [resourceName, _count])),
    machines: Object.fromEntries(machines.map(({ id, hostname, flavor, facts }) => [hostname, { id, flavor, facts }])),
  };
}

/** What became of each resource between two looks. */
export function differenceOf(was: CloudState, is: CloudState): StateDifference {
  const names = [...new Set([...Object.keys(was.resources), ...Object.keys(is.resources)])].sort();
  const difference: StateDifference = { created: [], updated: [], replaced: [], removed: [] };
  for (const name of names) {
    const [before, after] = [was.resources[name], is.resources[name]];
    if (!before) difference.created.push(name);
    else if (!after) difference.removed.push(name);
    else if (before.id !== after.id) difference.replaced.push(name);
    else if ((is.touched[name] ?? 0) > (was.touched[name] ?? 0)) difference.updated.push(name);
  }
  return difference;
}
