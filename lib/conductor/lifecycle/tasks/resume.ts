import type { OperationTask, Task } from '@/lib/model/lifecycle/task';

/**
 * Makes a stored graph ready to go on (docs/lifecycle.md, "Resuming"): what has failed is tried again with all its retries,
 * what has ended is not; tasks that were replaced stay as they are.
 *
 * @param tasks are changed
 * @param mayRepeat whether an operation that was under way may be called again, though nobody knows how far it came
 * @returns operations that were under way and may not
 */
export function prepareResume(tasks: readonly Task[], mayRepeat: (task: OperationTask) => boolean): OperationTask[] {
  const lost: OperationTask[] = [];
  for (const task of tasks) {
    if (task.kind === 'subgraph' && task.state === 'failed') task.state = 'started';
    if (task.kind !== 'operation') continue;
    if (task.state === 'started' && !mayRepeat(task)) lost.push(task);
    else if (task.state === 'started' || task.state === 'failed') task.state = 'pending';
    if (task.state === 'pending') task.before = task.attempts;
  }
  return lost;
}
