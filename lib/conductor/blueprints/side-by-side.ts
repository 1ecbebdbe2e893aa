import type { Effects } from '@/lib/ports/conductor';
import { CompletionQueue } from '../operations/completion-queue';
import type { ServiceRun } from './service-run';

/**
 * Lets the runs of several services go side by side, in an order that a replay repeats.
 *
 * @param begin makes the runs, each with what it does; nothing but its phases may be waited for there
 * @param waits whether what is under way comes to its own end when somebody has asked for that; else it is left where it
 *   stands
 * @returns whether somebody has asked for the end
 */
export async function sideBySide(
  effects: Effects,
  isStopped: () => boolean,
  begin: (completions: CompletionQueue) => { run: ServiceRun; flow: () => Promise<void> }[],
  { waits = false } = {},
): Promise<{ runs: ServiceRun[]; cancelled: boolean }> {
  const completions = new CompletionQueue(effects);
  const all = begin(completions);
  const runs = all.map(({ run }) => run);
  const isCut = () => (!waits && isStopped()) || runs.some((run) => run.isCancelled);
  let isAsked = false;
  const passCancelOn = () => {
    if (!waits || isAsked || !isStopped()) return false;
    isAsked = true;
    for (const run of runs) run.cancel();
    return true;
  };
  let over = 0;
  const flows = all.map(({ flow }) =>
    flow().finally(() => {
      over += 1;
    }),
  );
  for (const flow of flows) flow.catch(() => undefined);
  await completions.drain(() => over === all.length || isCut(), passCancelOn);
  if (over < all.length) {
    for (const run of runs) run.abandon();
    return { runs, cancelled: true };
  }
  await Promise.all(flows);
  return { runs, cancelled: isCut() || isStopped() };
}
