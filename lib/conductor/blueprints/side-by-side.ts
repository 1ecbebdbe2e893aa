import type { Effects } from '@/lib/ports/conductor';
import { CompletionQueue } from '../operations/completion-queue';
import type { ServiceRun } from './service-run';

/**
 * Lets the runs of several services go side by side, in an order that a replay repeats.
 *
 * @param begin makes the runs, each with what it does; nothing but its phases may be waited for there
 * @returns whether somebody has asked for the end: what was under way is left where it stands
 */
export async function sideBySide(
  effects: Effects,
  isStopped: () => boolean,
  begin: (completions: CompletionQueue) => { run: ServiceRun; flow: () => Promise<void> }[],
): Promise<{ runs: ServiceRun[]; cancelled: boolean }> {
  const completions = new CompletionQueue(effects);
  const all = begin(completions);
  const runs = all.map(({ run }) => run);
  const isCancelled = () => isStopped() || runs.some((run) => run.isCancelled);
  let over = 0;
  const flows = all.map(({ flow }) =>
    flow().finally(() => {
      over += 1;
    }),
  );
  for (const flow of flows) flow.catch(() => undefined);
  await completions.drain(() => over === all.length || isCancelled());
  if (over < all.length) {
    for (const run of runs) run.abandon();
    return { runs, cancelled: true };
  }
  await Promise.all(flows);
  return { runs, cancelled: isCancelled() };
}
