import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { ownSession, type SessionAddress } from '../access/own-session';
import { requireRole, type UseCaseCall } from '../context';
import { askPolicies } from './ask';
import { exceptionMakers } from './exception-makers';
import { deploymentOfDraft } from './question';

/**
 * What policies say about deploying a draft of the actor, as deploying it would ask them; nothing is stored.
 *
 * @param input `explains`: whether each verdict comes with the rules and facts behind it
 * @throws as `ownSession`
 */
export async function checkSession({
  ctx,
  input,
}: UseCaseCall<SessionAddress & { explains?: boolean }>): Promise<PolicyCheck> {
  requireRole(ctx, 'reader');
  const session = await ownSession(ctx, input);
  const { model: _, ...check } = await askPolicies(ctx, await deploymentOfDraft(ctx, session), {
    explains: input.explains === true,
  });
  return { ...check, exceptions_by: await exceptionMakers(ctx, input.environmentId, check.verdicts) };
}
