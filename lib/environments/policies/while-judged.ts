import type { Tx } from '@/lib/db/client';
import { policiesInForce } from '@/lib/db/policies';
import { errors } from '@/lib/errors';
import type { Context } from '../context';
import type { PolicyJudgement } from './ask';

/** How often policies are asked anew because something changed while they were asked. */
const MAX_TRIES = 5;

/** Ends a try: what was judged, or by what, is another by now. Thrown inside a transaction, nothing of it stays. */
export const JUDGED_OTHERWISE = Symbol('judged otherwise');

/**
 * Asks policies and begins what they allow. They are asked before anything is locked, since asking takes longer than a row
 * may be locked; a try that ends with {@link JUDGED_OTHERWISE} is made again, at most five times.
 *
 * @throws state_forbids `environment_changed`; whatever a try throws
 */
export async function whileJudged<T>(judgeAndBegin: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await judgeAndBegin();
    } catch (error) {
      if (error !== JUDGED_OTHERWISE) throw error;
    }
  }
  throw errors.stateForbids(
    'environment_changed',
    'This environment or its policies change faster than they can be asked. Wait until they rest, then try again.',
  );
}

/** Whether the policies that judged are still those in force. @throws JUDGED_OTHERWISE */
export async function requireSamePolicies(
  tx: Tx,
  { actor, now }: Context,
  environmentId: string,
  { inForce }: Pick<PolicyJudgement, 'inForce'>,
): Promise<void> {
  const about = { tenantId: actor.tenantId, environmentId, now: now() };
  if ((await policiesInForce(tx, about)) !== inForce) throw JUDGED_OTHERWISE;
}
