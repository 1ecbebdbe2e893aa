import { listMomentRows, type MomentRow } from '@/lib/db/moments';
import type { PageQuery } from '@/lib/db/paging';
import { hasRole } from '@/lib/model/actor';
import type { Moment, MomentList } from '@/lib/model/moments/moment-view';
import { nextMarker } from '@/lib/model/next-marker';
import { maskSealed } from '@/lib/model/secret';
import { deploymentStatus } from '@/lib/model/states';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { actionOf } from '../runs/view';

/**
 * The moments in the life of an environment, newest first; also of one that is gone. What people did besides runs is
 * among them for those who may change it, as in its activity.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; invalid_input for a marker of no
 *   moment
 */
export async function listMoments({
  ctx,
  input,
}: UseCaseCall<PageQuery & { environmentId: string }>): Promise<MomentList> {
  requireRole(ctx, 'reader');
  await environmentWithHistory(ctx, input.environmentId);
  const { tenantId, role } = ctx.actor;
  const page = await listMomentRows(ctx.db, { ...input, tenantId, actions: hasRole(role, 'member') });
  return { moments: page.rows.map(momentView), ...nextMarker(page) };
}

function momentView({ id, at, kind, userName, run, found, entry }: MomentRow): Moment {
  return {
    ...{ id, at: at.toISOString(), kind, user_name: userName },
    run: run && {
      run_id: run.id,
      kind: run.kind,
      action: actionOf(run),
      version: run.version,
      state: deploymentStatus(run.state, run.warnings, run.errors),
      outcome: run.state,
    },
    machine: found && { unit_id: found.unitId, host: found.host, sentence: maskSealed(found.message) },
    action: entry && { action: entry.action, target_id: entry.targetId, details: maskSealed(entry.details) },
  };
}
