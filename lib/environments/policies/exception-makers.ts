import { findPolicyRow } from '@/lib/db/policies';
import { newestRequest } from '@/lib/db/policy-exception-requests';
import { namesOfAdministrators } from '@/lib/db/policy-exceptions';
import type { PolicyCheck, PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { Context } from '../context';
import { mayChange } from './access';
import { requestView } from './exception-requests';

/** So many people are named: whoever asks wants one. */
const MAX_NAMES = 3;

/**
 * Who may make an exception from each policy that stops the actor in an environment, who may not, and what came of asking
 * them; of others there is nothing to ask.
 */
export async function exceptionMakers(
  ctx: Context,
  environmentId: string,
  verdicts: readonly PolicyVerdict[],
): Promise<PolicyCheck['exceptions_by']> {
  const stopping = new Map(verdicts.filter(({ stops }) => stops).map(({ policyId, policy }) => [policyId, policy]));
  const asked = await Promise.all(
    [...stopping].map(async ([policyId, policy]) => {
      const row = await findPolicyRow(ctx.db, ctx.actor.tenantId, policyId);
      if (!row || mayChange(ctx, row.tenantId)) return [];
      const [names, request] = await Promise.all([
        namesOfAdministrators(ctx.db, row.tenantId, MAX_NAMES),
        newestRequest(ctx.db, { policyId, environmentId, tenantId: ctx.actor.tenantId }),
      ]);
      return [{ policyId, policy, names, request: request && requestView(ctx, request) }];
    }),
  );
  return asked.flat();
}
