import { environmentDocuments } from '@/lib/db/policy-trials';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyMode, PolicyTrial } from '@/lib/model/policies/policy-view';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { ownSession, type SessionAddress } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import { type Ask, requireRole } from '../context';
import { createYield } from '../create-yield';
import { withLock } from '../services/with-lock';
import { requireMayChange } from './access';
import { askPolicies, askThese } from './ask';

/** Environments that a policy is tried on at once. */
const MOST_TRIED = 100;

/**
 * What policies say about deploying a draft of the actor, as deploying it would ask them; nothing is stored.
 *
 * @throws as `ownSession`
 */
export async function checkSession({ ctx, input }: Ask<SessionAddress>): Promise<PolicyCheck> {
  requireRole(ctx, 'reader');
  const session = await ownSession(ctx, input);
  const locked = await withLock(ctx, session.model, session.baseModel);
  const deployed = session.version > 0 ? session.baseModel : null;
  const { model: _, ...check } = await askPolicies(ctx, { kind: 'deploy', model: locked, deployed });
  return check;
}

/**
 * What a policy that is not stored would say about deploying environments of the actor's tenant again as they are.
 *
 * @param input `environmentId`: left out, all of them are asked about
 * @throws forbidden `role_too_low`; not_found `environment_not_found`
 */
export async function tryPolicy({
  ctx,
  input,
}: Ask<{
  text: string;
  parameters: PolicyParameters;
  mode: PolicyMode;
  environmentId?: string;
}>): Promise<PolicyTrial> {
  requireMayChange(ctx, ctx.actor.tenantId);
  const { environmentId, text, parameters, mode } = input;
  const all =
    environmentId === undefined
      ? await environmentDocuments(ctx.db, ctx.actor.tenantId, MOST_TRIED + 1)
      : [await visibleEnvironment(ctx, environmentId)];
  const policy = { id: 'draft', name: 'This draft', text, parameters, mode };
  const environments: PolicyTrial['environments'] = [];
  const giveWay = createYield();
  for (const { id, name, model } of all.slice(0, MOST_TRIED)) {
    const subject = { kind: 'deploy', model, deployed: model } as const;
    const { outcome, verdicts } = await askThese(ctx, subject, [policy], 'stop');
    environments.push({ id, name, outcome, verdicts });
    await giveWay();
  }
  return { environments, more: all.length > MOST_TRIED };
}
