import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { PlanAccount, PlanAccountRequest } from '@/lib/formats/execution-plan/plan';
import { agentMakeOf } from './registry';
import type { ServerRow } from './servers';

/**
 * Whose rights a plan has on its machine.
 *
 * - a machine that was made for an environment, as OpenStack makes them, goes with all that is on it: it is the system's
 * - a server of a pool is another tenant's next: a plan has those of a user made for the machine, and the system's where it
 *   says so and the pool allows it. Agents for Windows have no other account than the system's
 *
 * @returns or the sentence why it is not carried out
 */
export async function accountFor(
  tx: Tx,
  { poolId, facts }: Pick<ServerRow, 'poolId' | 'facts'>,
  machine: Pick<CloudMachine, 'given'>,
  { RunAs: requested = 'machine', RunAsReason: reason = '' }: PlanAccountRequest,
): Promise<PlanAccount | { refused: string }> {
  if (agentMakeOf(machine) !== null) return 'system';
  const isWindows = facts.system === 'windows';
  if (requested === 'machine' && !isWindows) return 'machine';
  const pool = poolId === null ? null : await tx.serverPool.findUnique({ where: { id: poolId } });
  if (pool?.systemAccounts.includes(facts.system)) return 'system';
  const name = pool?.name ?? '';
  if (isWindows) {
    return {
      refused: `The plan was not carried out: the pool "${name}" does not allow SYSTEM on Windows, and plans have no other account there. An administrator allows it in the settings of the pool.`,
    };
  }
  return {
    refused: `The plan was not carried out: the pool "${name}" does not allow root on Linux. It says that it needs it (${reason}). An administrator allows it in the settings of the pool.`,
  };
}
