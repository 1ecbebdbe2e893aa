import { errors, toProblem, type VetroError } from '@/lib/errors';
import { runKind } from '@/lib/model/runs/kinds';
import { makesVersion } from '@/lib/model/runs/makes-version';
import type { ExecutorLease, RunStore } from '@/lib/ports/conductor';
import type { DurableRuns } from '@/lib/ports/run-journal';

/**
 * Finds what nobody carries out: runs that were queued but never started (the process died in between, or before), and
 * runs of processes that are dead. The table of runs is the truth; handing a run over is only a nudge.
 *
 * @returns how many were started, taken over or given up
 */
export async function recover(
  store: Pick<RunStore, 'unfinished' | 'load' | 'finish'>,
  lease: ExecutorLease,
  runs: DurableRuns,
): Promise<number> {
  // One process at a time: two that take over the same run would take it from each other.
  return lease.exclusively(async () => {
    const unfinished = await store.unfinished();
    if (unfinished.length === 0) return 0;
    const owners = await runs.owners(unfinished);
    const living = await lease.living();
    const orphans: string[] = [];
    let found = 0;
    for (const runId of unfinished) {
      const owner = owners.get(runId);
      if (owner === undefined) {
        await runs.start(runId);
      } else if (owner.over) {
        await giveUp(store, runId, LOST);
      } else if (!owner.waiting && !living.has(owner.executorId)) {
        orphans.push(runId);
      } else {
        continue;
      }
      found += 1;
    }
    await runs.handOver(orphans);
    return found;
  });
}

/** Why a run is given up, in the words of its kind. */
type Reason = (kind: ReturnType<typeof runKind>) => VetroError;

/** A run whose program ended without finishing it met a fault of ours. */
const LOST: Reason = ({ noun, again }) =>
  errors.defect(
    'run_lost',
    `The ${noun.toLowerCase()} stopped because of a fault on our side. What was reached is kept: ${again} to go on.`,
  );

/** A run that took its process with it too often: most likely its packages want more memory than there is. */
export const STOPS_SERVER: Reason = ({ again }) =>
  errors.language(
    'run_stops_server',
    `This run has stopped the server twice and is not tried again: the programs of its packages take too much memory or too long. What was reached is kept. Have the packages looked at that were changed last, then ${again}.`,
  );

/** A run that somebody killed. */
export const KILLED: Reason = ({ noun, again }) =>
  errors.cancelled(
    'run_killed',
    `The ${noun.toLowerCase()} was killed. What was stored last is kept; what machines were doing may go on there, and nobody hears of it: ${again} to go on.`,
  );

/**
 * Ends a run that nobody will go on with; left alone, it would hold its environment for ever.
 *
 * @param reason what its people are told
 */
export async function giveUp(store: Pick<RunStore, 'load' | 'finish'>, runId: string, reason: Reason) {
  const record = await store.load(runId);
  if (record === null) return;
  const { kind, model, deployed } = record;
  const problem = toProblem(reason(runKind(kind)));
  await store.finish(runId, {
    outcome: problem.kind === 'cancelled' ? 'cancelled' : 'failed',
    model,
    changesModel: makesVersion(kind, deployed, model),
    problem,
  });
}
