import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '@/lib/db/client';
import type { EnvironmentDetail } from '@/lib/db/environments';
import type { LockedEnvironment } from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { visibleEnvironment } from '../access/visible';
import type { Context } from '../context';
import { askPolicies } from './ask';
import type { PolicySubject } from './question';
import { requireAllowed } from './require';
import { JUDGED_OTHERWISE, requireSamePolicies, whileJudged } from './while-judged';

/** How a run is judged and begun. */
export interface AllowedStart<T> {
  environmentId: string;
  /** what somebody wants to begin in the environment as it is */
  subjectOf: (environment: EnvironmentDetail) => PolicySubject | Promise<PolicySubject>;
  /** takes the environment: locked until the transaction ends; null where nothing is to begin */
  take: (tx: Tx) => Promise<LockedEnvironment | null>;
  begin: (tx: Tx, environment: LockedEnvironment, verdicts: readonly PolicyVerdict[]) => Promise<T>;
}

/**
 * Begins what policies allow in the environment as it is when it is taken, by the policies that are in force then: what
 * changed while they were asked has them asked again.
 *
 * @returns what `begin` returns; null where nothing is to begin
 * @throws as `visibleEnvironment`; policy_violation `policy_stopped`; as {@link whileJudged}; whatever `take` and `begin`
 *   throw
 */
export function beginAllowed<T>(
  ctx: Context,
  { environmentId, subjectOf, take, begin }: AllowedStart<T>,
): Promise<T | null> {
  return whileJudged(async () => {
    const judged = await visibleEnvironment(ctx, environmentId);
    const asked = await askPolicies(ctx, await subjectOf(judged));
    await requireAllowed(ctx, environmentId, asked);
    return transaction(ctx.db, async (tx) => {
      const environment = await take(tx);
      if (environment === null) return null;
      if (!isSame(judged, environment)) throw JUDGED_OTHERWISE;
      await requireSamePolicies(tx, ctx, environmentId, asked);
      return begin(tx, environment, asked.verdicts);
    });
  });
}

/** What a run under way has reached is its own affair: what it leaves is another version. */
function isSame(judged: EnvironmentDetail, { version, model, holding }: LockedEnvironment): boolean {
  return judged.version === version && (holding.length > 0 || isDeepStrictEqual(judged.model, model));
}
