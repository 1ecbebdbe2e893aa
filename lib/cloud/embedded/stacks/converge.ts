import { setMaxListeners } from 'node:events';
import { until } from '@/lib/cloud/embedded/kernel';
import { propertyChanges } from '@/lib/cloud/embedded/resources/table';
import type { CloudResource } from '@/lib/db/generated/client';
import { isVetroError } from '@/lib/errors';
import type { ResolvedResource } from '@/lib/formats/hot/diff';
import { resolve } from '@/lib/formats/hot/functions';
import { dependencies, sortGraph } from '@/lib/formats/hot/graph';
import { decideResource } from '@/lib/formats/hot/plan';
import type { Scope } from '@/lib/formats/hot/scope';
import { isObject, type JsonObject } from '@/lib/model/json';
import { complete, conditionOf, create, update } from './actions';
import { attributesOf, madeFrom, referenceOf, stackRows } from './resource-rows';
import { type Failure, type Goal, Interrupted, type Run } from './stack-operation';

/**
 * Makes every resource of the goal be as its template says: whatever it needs first, everything else at
 * once. Resources that are right already are left alone; those under way are waited for, so the same
 * call goes on where a killed process stopped. What is no longer wanted stays; `cleanUp` removes it.
 *
 * @returns the first failure, once everything under way has come to rest; null when all is well
 * @throws Interrupted when the process may no longer act
 */
export async function converge(run: Run, goal: NonNullable<Goal>): Promise<Failure | null> {
  const { kernel, stack, alive } = run;
  const rows = await stackRows(kernel, stack.id);
  const current = new Map(rows.filter((row) => !row.replaced).map((row) => [row.name, row]));
  const graph = dependencies(goal.template);
  const sorted = sortGraph(graph);
  const order = 'order' in sorted ? sorted.order : [];

  const halt = new AbortController();
  setMaxListeners(0, halt.signal);
  const stop = () => halt.abort();
  alive.addEventListener('abort', stop, { once: true });
  if (alive.aborted) stop();
  const failures: Failure[] = [];
  const tasks = new Map<string, Promise<void>>();

  const settle = async (name: string): Promise<void> => {
    await Promise.all([...(graph.get(name) ?? [])].map((needed) => tasks.get(needed)));
    if (halt.signal.aborted) return;
    const type = goal.template.resources[name]?.type ?? null;
    try {
      const row = await settleResource(run, goal, name, current, halt.signal);
      if (row?.status === 'FAILED') {
        failures.push({ resource: name, type, reason: row.reason });
        halt.abort();
      } else if (row) current.set(name, row);
    } catch (error) {
      halt.abort();
      if (!isVetroError(error)) throw error;
      failures.push({ resource: name, type, reason: error.sentence });
    }
  };
  for (const name of order) tasks.set(name, settle(name));
  const ends = await Promise.allSettled(tasks.values());
  alive.removeEventListener('abort', stop);
  if (alive.aborted) throw new Interrupted();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return failures[0] ?? null;
}

/** The values that a goal's expressions see, given the resources that exist. */
export function scopeOf(run: Run, goal: NonNullable<Goal>, current: ReadonlyMap<string, CloudResource>): Scope {
  const { stack } = run;
  const pseudo: JsonObject = {
    'OS::stack_name': stack.name,
    'OS::stack_id': stack.id,
    'OS::project_id': stack.tenantId,
  };
  return {
    parameter: (name) => goal.values[name] ?? pseudo[name] ?? null,
    resource: (name) => {
      const row = current.get(name);
      return row ? referenceOf(row) : '';
    },
    attribute: (name, attribute) => {
      const row = current.get(name);
      return row ? attributesOf(row)[attribute] : undefined;
    },
  };
}

/** @returns the resource as it is now; null when waiting for it was cut short */
async function settleResource(
  run: Run,
  goal: NonNullable<Goal>,
  name: string,
  current: ReadonlyMap<string, CloudResource>,
  signal: AbortSignal,
): Promise<CloudResource | null> {
  const definition = goal.template.resources[name];
  if (!definition) return null;
  const scope = scopeOf(run, goal, current);
  const resolveAll = (value: JsonObject) => {
    const resolved = resolve(value, scope);
    return isObject(resolved) ? resolved : {};
  };
  const wanted: ResolvedResource = {
    type: definition.type,
    properties: resolveAll(definition.properties),
    metadata: resolveAll(definition.metadata),
  };
  const requires = [...(dependencies(goal.template).get(name) ?? [])];
  const started = await begin(run, name, current.get(name), wanted, requires);
  return waitFor(run, started, signal);
}

async function begin(
  run: Run,
  name: string,
  row: CloudResource | undefined,
  wanted: ResolvedResource,
  requires: string[],
): Promise<CloudResource> {
  const current = row ? { definition: madeFrom(row), condition: await conditionOf(run, row) } : null;
  const { change } = decideResource(current, wanted, propertyChanges(wanted.type));
  if (!row || change === 'create' || change === 'replace') return create(run, name, wanted, requires, row ?? null);
  return change === 'inPlace' ? update(run, row, wanted, requires) : row;
}

/** Waits for a resource under way, by its time or by what else it waits for. */
async function waitFor(run: Run, row: CloudResource, signal: AbortSignal): Promise<CloudResource | null> {
  let here = row;
  while (here.status === 'IN_PROGRESS') {
    // Listening begins before looking, so that no change falls in between.
    const changed = new AbortController();
    const listening = run.onChange(run.stack.id, () => changed.abort());
    here = await complete(run, here);
    if (here.status === 'IN_PROGRESS') await until(run.kernel, here.dueAt, AbortSignal.any([signal, changed.signal]));
    listening();
    if (signal.aborted) return null;
  }
  return here;
}
