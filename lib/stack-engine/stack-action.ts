import { type EngineHost, type EngineResource, type Failure, failureOf } from './host';
import { createTasks } from './tasks';

/** What is done to every resource of a stack without changing what it is. */
export type StackAction = 'SUSPEND' | 'RESUME' | 'CHECK';

/**
 * Whether a resource may be suspended or resumed as it stands (heat, `engine/resource.py`).
 *
 * @returns null when it may, else why not
 */
export function refusesAction(action: StackAction, { action: last, status }: EngineResource): string | null {
  const allowed = {
    CHECK: true,
    SUSPEND: last !== 'DELETE' && (last === 'SUSPEND' || status === 'COMPLETE'),
    RESUME:
      (last === 'SUSPEND' && status === 'COMPLETE') ||
      (last === 'RESUME' && (status === 'FAILED' || status === 'COMPLETE')),
  };
  return allowed[action] ? null : `State ${last}_${status} invalid for ${action.toLowerCase()}`;
}

/**
 * Suspends, resumes or checks every resource: suspending goes from what needs others to what is needed, resuming and
 * checking the other way.
 *
 * @param host begins the action on one resource; one that is over at once is `COMPLETE`
 * @returns failures; nothing begins any more after the first
 */
export async function actOnStack<Row extends EngineResource>(
  host: Pick<EngineHost<Row>, 'settled'> & { act(row: Row, action: StackAction): Promise<Row> },
  action: StackAction,
  rows: readonly Row[],
  alive: AbortSignal,
): Promise<Failure[]> {
  const tasks = createTasks(alive);
  const failures: Failure[] = [];
  const failed = (failure: Failure) => {
    failures.push(failure);
    tasks.halt();
  };
  for (const row of rows) {
    const needed = rows.filter(({ name }) => row.requires.includes(name));
    const users = rows.filter((other) => other.requires.includes(row.name));
    const before = action === 'SUSPEND' ? users : needed;
    tasks.add(
      row.id,
      before.map(({ id }) => id),
      async () => {
        const refused = refusesAction(action, row);
        if (refused !== null) return failed({ ...failureOf(row), reason: `Error: resources.${row.name}: ${refused}` });
        const settled = await host.settled(await host.act(row, action), tasks.signal);
        if (settled?.status === 'FAILED') failed(failureOf(settled));
      },
    );
  }
  await tasks.end();
  return failures;
}
