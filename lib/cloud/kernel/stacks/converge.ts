import { until } from '@/lib/cloud/kernel/kernel';
import type { CloudResource } from '@/lib/db/generated/client';
import { propertyChangesOf, type ResolvedResource } from '@/lib/formats/hot/diff';
import { decideResource, type ResourceDecision } from '@/lib/formats/hot/plan';
import type { Scope } from '@/lib/formats/hot/scope';
import type { JsonObject } from '@/lib/model/json';
import { converge as convergeStack, type EngineHost, evaluateYaql, type Failure } from '@/lib/stack-engine';
import { complete, conditionOf, create, update } from './actions';
import { attributesOf, madeFrom, referenceOf, stackRows } from './resource-rows';
import { type Goal, Interrupted, type Run } from './stack-operation';

/**
 * Makes every resource of the goal be as its template says, with what the database keeps of them. What is no longer
 * wanted stays; `cleanUp` removes it.
 *
 * @param rows every resource that the stack has
 * @returns the first failure, once everything under way has come to rest; null when all is well
 * @throws Interrupted when the process may no longer act
 */
export async function converge(
  run: Run,
  goal: NonNullable<Goal>,
  rows: readonly CloudResource[],
): Promise<Failure | null> {
  const { alive } = run;
  const host: Omit<EngineHost<CloudResource>, 'remove'> = {
    scope: (current) => scopeOf(run, goal, current),
    decide: (_, row, wanted) => decide(run, rows, row, wanted),
    create: (name, wanted, requires, instead) => create(run, name, wanted, requires, instead),
    update: (row, wanted, requires) => update(run, row, wanted, requires),
    settled: (row, signal) => settled(run, row, signal),
  };
  const [failure] = await convergeStack(host, goal.template, rows, alive);
  if (alive.aborted) throw new Interrupted();
  return failure ?? null;
}

/** The values that a goal's expressions see, given the resources that exist. */
export function scopeOf(run: Run, goal: NonNullable<Goal>, current: ReadonlyMap<string, CloudResource>): Scope {
  const pseudo = pseudoParameters(run.stack);
  return {
    version: goal.template.version,
    parameter: (name) => goal.values[name] ?? pseudo[name] ?? null,
    resource: (name) => {
      const row = current.get(name);
      return row ? referenceOf(run.kernel, row) : '';
    },
    attribute: (name, attribute) => {
      const row = current.get(name);
      return row ? attributesOf(row)[attribute] : undefined;
    },
    attributes: (name) => {
      const row = current.get(name);
      return row ? attributesOf(row) : {};
    },
    yaql: evaluateYaql,
  };
}

/** Values that every template finds besides its parameters. */
export function pseudoParameters(stack: Pick<Run['stack'], 'name' | 'tenantId'> & { id?: string }): JsonObject {
  return { 'OS::stack_name': stack.name, 'OS::stack_id': stack.id ?? '', 'OS::project_id': stack.tenantId };
}

async function decide(
  run: Run,
  rows: readonly CloudResource[],
  row: CloudResource | null,
  wanted: ResolvedResource,
): Promise<ResourceDecision> {
  const current = row ? { definition: madeFrom(row), condition: await conditionOf(run, row) } : null;
  const type = run.kernel.types.get(wanted.type);
  const kept = type?.replaces ? await stackRows(run.kernel, run.stack.id) : rows;
  const find = (reference: string) => {
    const found = kept.find((one) => referenceOf(run.kernel, one) === reference);
    return found ? madeFrom(found) : null;
  };
  return decideResource(current, wanted, propertyChangesOf(type?.properties ?? {}), (before, after) =>
    Boolean(type?.replaces?.(before, after, find)),
  );
}

/** Waits for a resource under way, by its time or by what else it waits for; null when it is not to be waited for. */
export async function settled(run: Run, row: CloudResource, signal: AbortSignal): Promise<CloudResource | null> {
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
