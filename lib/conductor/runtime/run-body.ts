import { RUN_OVER_SIGNAL } from '@/lib/conductor/conductor';
import type { TaskPlace } from '@/lib/conductor/language/language-host';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import { runKind } from '@/lib/model/runs/kinds';
import type { RecordedSteps } from '@/lib/ports/run-journal';
import type { FairQueue } from '@/lib/threads/fair-queue';
import type { CrashLoopGuard } from './crash-loop-guard';
import type { EnvironmentQueue } from './environment-queue';
import { executeRun, type RunContext } from './execute-run';
import { giveUp, STOPS_SERVER } from './recovery';
import { retrying } from './retry';
import { createRunControl, type RunControl } from './run-control';

/** What the runs of a process share. */
export interface RunsOfProcess {
  context: RunContext;
  /** the runs that this process has, waiting ones among them, by their ids */
  running: Map<string, RunControl>;
  /** the order of the runs of one environment */
  queue: EnvironmentQueue;
  /** the places of this process, fair over tenants */
  slots: FairQueue;
  crashLoopGuard: CrashLoopGuard;
  /** ends a run that this process has, in the way that was asked for */
  endHere(runId: string, mode: CancelMode): void;
}

/** Makes the body of the durable run, first time and replay alike. */
export function createRunBody({
  context,
  running,
  queue,
  slots,
  crashLoopGuard,
  endHere,
}: RunsOfProcess): (runId: string, steps: RecordedSteps) => Promise<void> {
  const { signals, store, log } = context;
  return async (runId, steps) => {
    const control = createRunControl(runId);
    running.set(runId, control);
    const counted = retrying(context.storeRetries, steps.count, () => true);
    // Nobody looks at it before the run's turn: until then a failure must not count as nobody's.
    counted.catch(() => undefined);
    const { cancel, tenantId, kind } = await control.whileRunning(queue.wait(runId));
    // Before the first step: a cancel that came while nobody ran this must be seen by its first effects.
    if (cancel !== null) endHere(runId, cancel);
    let place = await control.whileRunning(slots.enter(tenantId, kind !== null && runKind(kind).overtakes));
    let isOver = false;
    const held: TaskPlace = {
      offer: (onTaken) => place.offer(onTaken),
      regain: async () => {
        const next = await slots.enter(tenantId, true);
        if (isOver) next.leave();
        else place = next;
      },
    };
    const recorded = await control.whileRunning(counted);
    const start = await control.whileRunning(crashLoopGuard.begins(runId, recorded));
    try {
      const work = start.isHopeless
        ? retrying(
            context.storeRetries,
            () => giveUp(store, runId, STOPS_SERVER),
            () => true,
          )
        : executeRun({ ...context, place: held }, control, steps, recorded, start);
      await Promise.race([control.whileRunning(work), control.abandoned]);
    } finally {
      start.ends();
      isOver = true;
      place.leave();
      if (running.get(runId) === control) running.delete(runId);
    }
    queue.recheck();
    await signals.send(RUN_OVER_SIGNAL, runId).catch((error) => log.warn({ err: error }, 'a signal was not sent'));
  };
}
