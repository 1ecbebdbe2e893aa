import { findPolicyRow } from '@/lib/db/policies';
import { namesOfAdministrators } from '@/lib/db/policy-exceptions';
import type { PolicyCheck, PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { Context } from '../context';
import { mayChange } from './access';

/** So many people are named: whoever asks wants one. */
const MOST_NAMES = 3;

/** Who may make an exception from each policy that stops the actor, who may not; of others there is nothing to ask. */
export async function exceptionMakers(
  ctx: Context,
  verdicts: readonly PolicyVerdict[],
): Promise<PolicyCheck['exceptions_by']> {
  const stopping = new Map(verdicts.filter(({ stops }) => stops).map(({ policyId, policy }) => [policyId, policy]));
  const asked = await Promise.all(
    [...stopping].map(async ([policyId, policy]) => {
      const row = await findPolicyRow(ctx.db, ctx.actor.tenantId, policyId);
      if (!row || mayChange(ctx, row.tenantId)) return [];
      return [{ policyId, policy, names: await namesOfAdministrators(ctx.db, row.tenantId, MOST_NAMES) }];
    }),
  );
  return asked.flat();
}
