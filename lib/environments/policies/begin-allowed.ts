import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '@/lib/db/client';
import type { EnvironmentDetail } from '@/lib/db/environments';
import type { LockedEnvironment } from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { visibleEnvironment } from '../access/visible';
import type { Context } from '../context';
import { askPolicies } from './ask';
import type { PolicySubject } from './question';
import { requireAllowed } from './require';

/** How often policies are asked anew because the environment changed while they were asked. */
const MOST_TRIES = 5;

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
 * Begins what policies allow in the environment as it is when it is taken. They are asked before, since asking takes longer
 * than a row may be locked; what changed meanwhile has them asked again, at most five times.
 *
 * @returns what `begin` returns; null where nothing is to begin
 * @throws as `visibleEnvironment`; policy_violation `policy_stopped`; state_forbids `environment_changed`; whatever `take`
 *   and `begin` throw
 */
export async function beginAllowed<T>(
  ctx: Context,
  { environmentId, subjectOf, take, begin }: AllowedStart<T>,
): Promise<T | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const judged = await visibleEnvironment(ctx, environmentId);
    const asked = await askPolicies(ctx, await subjectOf(judged));
    await requireAllowed(ctx, environmentId, asked);
    const begun = await transaction(ctx.db, async (tx) => {
      const environment = await take(tx);
      if (environment === null) return { result: null };
      return isSame(judged, environment) && { result: await begin(tx, environment, asked.verdicts) };
    });
    if (begun) return begun.result;
  }
  throw errors.stateForbids(
    'environment_changed',
    'This environment changes faster than its policies can be asked. Wait until it rests, then try again.',
  );
}

/** What a run under way has reached is its own affair: what it leaves is another version. */
function isSame(judged: EnvironmentDetail, { version, model, holding }: LockedEnvironment): boolean {
  return judged.version === version && (holding.length > 0 || isDeepStrictEqual(judged.model, model));
}
