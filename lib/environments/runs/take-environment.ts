import type { Tx } from '@/lib/db/client';
import { type LockedEnvironment, lockEnvironment } from '@/lib/db/run-start';
import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { suspendedHosts } from '@/lib/model/operations/suspended-hosts';
import { type RunKind, runKind } from '@/lib/model/runs/kinds';
import { admission } from '@/lib/model/runs/queue';
import { listOf } from '@/lib/model/sentence';
import type { Context } from '../context';

/**
 * Takes an environment for a run that begins only when nothing else holds it.
 *
 * @throws state_forbids `environment_deleting`, `environment_busy`, `machines_suspended`
 */
export async function takeEnvironment(
  tx: Tx,
  ctx: Context,
  environmentId: string,
  kind: RunKind,
): Promise<LockedEnvironment> {
  const environment = await lockEnvironment(tx, ctx.actor.tenantId, environmentId);
  if (environment === null || environment.deleting) throw deletingError();
  const { holding } = environment;
  const [holder] = holding;
  const kinds = holding.map((one) => one.kind);
  if (holder && admission(kind, kinds) !== 'start') {
    throw errors.stateForbids(
      'environment_busy',
      `${runKind(holder.kind).noun} is under way in this environment. Wait for its end, or cancel it.`,
      { details: { runId: holder.id, kind: holder.kind } },
    );
  }
  if (runKind(kind).needsAwake) refuseSuspended(environment.model);
  return environment;
}

/**
 * Refuses what makes no sense while something runs in an environment, or while it is going.
 *
 * @param holder id of the run that has it now
 * @throws state_forbids `environment_deleting`, `environment_busy`
 */
export function refuseBusy({ deleting, holder }: { deleting: boolean; holder: string | null }): void {
  if (deleting) throw deletingError();
  if (holder === null) return;
  throw errors.stateForbids('environment_busy', 'Something runs in this environment. Wait for its end, or cancel it.', {
    details: { runId: holder },
  });
}

/**
 * Refuses what machines that are suspended would keep waiting; their stack takes no changes either.
 *
 * @throws state_forbids `machines_suspended` with their names
 */
export function refuseSuspended({ services }: Pick<EnvironmentModel, 'services'>): void {
  const hosts = suspendedHosts(services);
  if (hosts.length === 0) return;
  throw errors.stateForbids(
    'machines_suspended',
    `Suspended: ${listOf(hosts)}. Nothing can be deployed before all are awake: wake them up first.`,
    {
      details: { hosts },
    },
  );
}

function deletingError() {
  return errors.stateForbids(
    'environment_deleting',
    'This environment is being deleted; nothing can be started in it.',
  );
}
