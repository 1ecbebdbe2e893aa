import { diffModels } from '@/lib/model/diff';
import { firstFieldProblems } from '@/lib/model/field-problem';
import { checkEnvironment } from '@/lib/model/service-rules';
import type { SessionDiff } from '@/lib/model/session-diff';
import { scopeOf } from '@/lib/ports/cloud/scope';
import { ownSession, type SessionAddress } from '../access/own-session';
import { requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { accountsElsewhere } from '../services/accounts-elsewhere';

/**
 * What a session's draft changes, and what stands against deploying it. Works for an invalid session
 * too: its owner still sees what was lost.
 *
 * @throws as {@link ownSession}
 */
export async function diffSession({ ctx, input }: UseCaseCall<SessionAddress>): Promise<SessionDiff> {
  requireRole(ctx, 'reader');
  const session = await ownSession(ctx, input);
  const [types, offer] = await Promise.all([
    typesOf(ctx, session.baseModel, session.model),
    ctx.cloud.offer(scopeOf(ctx.actor.tenantId, session.model)),
  ]);
  const { revision, model, baseModel, state } = session;
  return {
    revision,
    changes: diffModels(baseModel, model, types),
    problems:
      state === 'open'
        ? firstFieldProblems([
            ...checkEnvironment(model, { types, offer, deployed: baseModel }),
            ...(await accountsElsewhere(ctx, { model, types, deployed: baseModel })),
          ])
        : [],
  };
}
