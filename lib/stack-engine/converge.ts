import { isVetroError } from '@/lib/errors';
import { resolve } from '@/lib/formats/hot/functions';
import { dependencies } from '@/lib/formats/hot/graph';
import type { ResourceDefinition, Template } from '@/lib/formats/hot/template';
import { isObject, type JsonObject } from '@/lib/model/json';
import { type EngineHost, type EngineResource, type Failure, failureOf } from './host';
import { createTasks } from './tasks';

/**
 * Makes every resource be as the template says: whatever it needs first, everything else at once. Resources that are
 * right already are left alone; those under way are waited for, so the same call goes on where a killed process stopped.
 *
 * @param template without conditions: they are settled
 * @param rows every resource of the stack, replaced ones too
 * @param alive ends it from outside; then what is under way stays
 * @param meanwhile removes what the template no longer has, and what was replaced, as soon as nothing needs it any more;
 *   without it that stays, for `cleanUp`
 * @returns failures in the order in which they happened, once everything under way has come to rest
 */
export async function converge<Row extends EngineResource>(
  host: Omit<EngineHost<Row>, 'remove'>,
  template: Template,
  rows: readonly Row[],
  alive: AbortSignal,
  meanwhile: Pick<EngineHost<Row>, 'remove'> | null = null,
): Promise<Failure[]> {
  const current = new Map(rows.filter((row) => !row.replaced).map((row) => [row.name, row]));
  const graph = dependencies(template);
  const tasks = createTasks(alive);
  const failures: Failure[] = [];
  const failed = (failure: Failure) => {
    failures.push(failure);
    tasks.halt();
  };

  const settle = async (name: string, definition: ResourceDefinition): Promise<void> => {
    try {
      const wanted = resolvedWith(host, template, definition, current);
      const requires = [...(graph.get(name) ?? [])];
      const row = current.get(name) ?? null;
      const { change } = await host.decide(name, row, wanted);
      const begun =
        row === null || change === 'create' || change === 'replace'
          ? await host.create(name, wanted, requires, row)
          : change === 'inPlace'
            ? await host.update(row, wanted, requires)
            : row;
      current.set(name, begun);
      const settled = await host.settled(begun, tasks.signal);
      if (!settled) return;
      current.set(name, settled);
      if (settled.status === 'FAILED') failed(failureOf(settled));
    } catch (error) {
      if (!isVetroError(error)) {
        tasks.halt();
        throw error;
      }
      failed({ resource: name, type: definition.type, reason: error.sentence });
    }
  };
  for (const [name, definition] of Object.entries(template.resources))
    tasks.add(name, [...(graph.get(name) ?? [])], () => settle(name, definition));

  if (meanwhile) {
    // A row goes after those that were made from it, and after its successor is there.
    const users = usersOf(rows);
    for (const row of rows) {
      const before = [row.name, ...users(row).map(({ id }) => `gone ${id}`)];
      tasks.add(`gone ${row.id}`, before, async () => {
        if (current.get(row.name)?.id === row.id && row.name in template.resources) return;
        const left = await meanwhile.remove(row, tasks.signal);
        if (left?.status === 'FAILED') failed(failureOf(left));
        else if (!left && current.get(row.name)?.id === row.id) current.delete(row.name);
      });
    }
  }
  await tasks.end();
  return failures;
}

/** What a resource is made from, given the resources that are current. */
function resolvedWith<Row extends EngineResource>(
  host: Pick<EngineHost<Row>, 'scope'>,
  { version }: Template,
  { type, properties, metadata }: ResourceDefinition,
  current: ReadonlyMap<string, Row>,
) {
  const scope = { ...host.scope(current), version };
  const all = (value: JsonObject) => {
    const resolved = resolve(value, scope);
    return isObject(resolved) ? resolved : {};
  };
  return { type, properties: all(properties), metadata: all(metadata) };
}

/**
 * Removes resources: what was made from something goes before it, everything else at once. Going on after a killed
 * process is the same call.
 *
 * @param obsolete the resources that are to go
 * @returns failures; what failed, and what it was made from, stays
 */
export async function cleanUp<Row extends EngineResource>(
  host: Pick<EngineHost<Row>, 'remove'>,
  obsolete: readonly Row[],
  alive: AbortSignal,
): Promise<Failure[]> {
  const tasks = createTasks(alive);
  const failures: Failure[] = [];
  const users = usersOf(obsolete);
  for (const row of obsolete) {
    tasks.add(
      row.id,
      users(row).map(({ id }) => id),
      async () => {
        const left = await host.remove(row, tasks.signal);
        if (left?.status !== 'FAILED') return;
        failures.push(failureOf(left));
        tasks.halt();
      },
    );
  }
  await tasks.end();
  return failures;
}

/**
 * For each row those that have to go before it: what was made from it. Old and new resources of the same names can need
 * each other crosswise after a failure; such a circle is cut anywhere.
 */
function usersOf<Row extends EngineResource>(rows: readonly Row[]): (row: Row) => Row[] {
  const users = new Map<string, Row[]>();
  for (const row of rows) for (const name of row.requires) users.set(name, [...(users.get(name) ?? []), row]);
  const using = (row: Row) => (users.get(row.name) ?? []).filter((other) => other.id !== row.id);
  const place = new Map<string, number>();
  const seen = new Set<string>();
  const visit = (row: Row): void => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    for (const other of using(row)) visit(other);
    place.set(row.id, place.size);
  };
  for (const row of rows) visit(row);
  return (row) => using(row).filter(({ id }) => (place.get(id) ?? 0) < (place.get(row.id) ?? 0));
}
