import { recordAudit } from '@/lib/db/audit';
import { rehearsalIn } from '@/lib/db/rehearsals';
import { errors } from '@/lib/errors';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { removeWhenOver } from './remove';

/**
 * Ends the actor's rehearsal: it is not seen any more, and nothing of it stays once its run has come to its end.
 *
 * @param input the environment that is the rehearsal
 * @throws forbidden `role_too_low`; not_found `rehearsal_not_found`
 */
export async function endOwnRehearsal({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<void> {
  requireRole(ctx, 'member');
  const rehearsal = await rehearsalIn(ctx.db, input.environmentId);
  if (!rehearsal || rehearsal.endedAt !== null || rehearsal.userId !== ctx.actor.userId)
    throw errors.notFound('rehearsal_not_found', 'There is no such rehearsal. It may be over.');
  const { ofTenantId, ofEnvironmentId, ofSessionId } = rehearsal;
  const audit = auditOf(ctx, 'session.end_rehearsal', 'session', ofSessionId, { environmentId: ofEnvironmentId });
  await recordAudit(ctx.db, { ...audit, tenantId: ofTenantId });
  await removeWhenOver(ctx, rehearsal, ctx.now());
}
