import type { Db } from '@/lib/db/client';
import { rehearsalIn } from '@/lib/db/rehearsals';
import { errors } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';

/**
 * The actor as they are in an environment: whoever plays a rehearsal is let into its tenant, for that environment alone.
 *
 * @param changes whether they mean to change something other than the rehearsal itself
 * @returns the actor as they are where the environment is no rehearsal of theirs
 * @throws state_forbids `rehearsal_only`
 */
export async function actorIn(db: Db, actor: Actor, environmentId: string, changes: boolean): Promise<Actor> {
  const rehearsal = await rehearsalIn(db, environmentId);
  if (!rehearsal || rehearsal.endedAt !== null) return actor;
  const { userId, ofTenantId, tenantId } = rehearsal;
  if (userId !== actor.userId || ofTenantId !== actor.tenantId) return actor;
  if (changes) {
    throw errors.stateForbids(
      'rehearsal_only',
      'This is a rehearsal: nothing else can be done in it. Change the draft, or deploy it for real.',
    );
  }
  return { ...actor, tenantId };
}
