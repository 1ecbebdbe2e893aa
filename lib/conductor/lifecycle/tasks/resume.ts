import type { OperationTask, StateChange, Task } from './task';

/** How a stored graph goes on. */
export interface Resumption {
  /** operations of which nobody knows what came of them, and that may not be called again */
  lost: OperationTask[];
  /** calls that are still known under their id: they are waited for */
  reattached: OperationTask[];
  /** states that were left by operations which ended after their execution */
  late: StateChange[];
}

/**
 * Makes a stored graph ready to go on (digest, section 1, "resume"): what has failed is tried again with all its retries,
 * what has ended is not; tasks that were replaced stay as they are.
 *
 * @param tasks are changed
 * @param force whether operations that were under way are called again, whatever they say
 * @param fate what can be done about an operation that was under way
 */
export function prepareResume(
  tasks: readonly Task[],
  force: boolean,
  fate: (task: OperationTask) => 'again' | 'reattach' | 'lost',
): Resumption {
  const result: Resumption = { lost: [], reattached: [], late: [] };
  for (const task of tasks) {
    if (task.kind === 'subgraph' && task.state === 'failed') task.state = 'started';
    if (task.kind !== 'operation') continue;
    if (task.late) {
      if (task.leave && task.state === 'succeeded') result.late.push(task.leave);
      task.late = false;
    }
    if (task.state === 'started') {
      const what = force ? 'again' : fate(task);
      if (what === 'again') task.state = 'pending';
      else result[what === 'lost' ? 'lost' : 'reattached'].push(task);
    }
    if (task.state === 'failed') task.state = 'pending';
    if (task.state === 'pending') task.before = task.attempts;
  }
  return result;
}
