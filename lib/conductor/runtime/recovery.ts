import type { DeploymentStore, ExecutorLease } from '@/lib/conductor/ports';
import { errors, toProblem } from '@/lib/errors';
import type { DurableRuns } from './durable';

/**
 * Finds what nobody carries out: deployments that were queued but never started (the process died in
 * between, or before), and runs of processes that are dead. The deployments table is the truth; handing
 * a deployment over is only a nudge.
 *
 * @returns how many were started, taken over or given up
 */
export async function recover(
  store: Pick<DeploymentStore, 'unfinished' | 'load' | 'finish'>,
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
    for (const deploymentId of unfinished) {
      const owner = owners.get(deploymentId);
      if (owner === undefined) {
        await runs.start(deploymentId);
      } else if (owner.over) {
        await giveUp(store, deploymentId);
      } else if (!owner.waiting && !living.has(owner.executorId)) {
        orphans.push(deploymentId);
      } else {
        continue;
      }
      found += 1;
    }
    await runs.handOver(orphans);
    return found;
  });
}

/**
 * A run that ended without finishing its deployment met a fault of ours. Nobody will go on with it; left
 * alone, its environment would be deploying for ever.
 */
async function giveUp(store: Pick<DeploymentStore, 'unfinished' | 'load' | 'finish'>, deploymentId: string) {
  const record = await store.load(deploymentId);
  if (record === null) return;
  const problem = toProblem(
    errors.defect(
      'run_lost',
      'The deployment stopped because of a fault on our side. What was reached is kept: deploy again to go on.',
    ),
  );
  await store.finish(deploymentId, { outcome: 'failed', model: record.model, problem });
}
