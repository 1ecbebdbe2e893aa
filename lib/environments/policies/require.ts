import { recordAudit } from '@/lib/db/audit';
import { findPolicyRow } from '@/lib/db/policies';
import { insertVerdicts } from '@/lib/db/policy-verdicts';
import { transaction } from '@/lib/db/transaction';
import { errors, type VetroError } from '@/lib/errors';
import { inLanguage } from '@/lib/model/policies/every-language';
import type { PolicyCheck, PolicyVerdict } from '@/lib/model/policies/verdicts';
import { withFullStop } from '@/lib/model/sentence';
import { auditOf, type Context } from '../context';
import type { PolicyOutcome } from './ask';
import { exceptionMakers } from './exception-makers';

/**
 * Ends what somebody wants to begin when a policy forbids it; that it did is kept. Every kind of run comes by here before
 * it begins.
 *
 * @param isNoted whether it is kept that they stopped it
 * @param runId the run that asks, where it is under way; null: nothing has begun
 * @throws policy_violation `policy_stopped` with the sentence of every rule that stops it, and who can make an exception
 */
export async function requireAllowed(
  ctx: Context,
  environmentId: string,
  { verdicts, outcome }: Pick<PolicyOutcome, 'verdicts' | 'outcome'>,
  isNoted = true,
  runId: string | null = null,
): Promise<void> {
  if (outcome !== 'stop') return;
  if (isNoted) await note(ctx, environmentId, verdicts, runId);
  throw policyRefusal(verdicts, await exceptionMakers(ctx, environmentId, verdicts));
}

async function note(
  ctx: Context,
  environmentId: string,
  verdicts: readonly PolicyVerdict[],
  runId: string | null,
): Promise<void> {
  const stopping = new Map(verdicts.filter(({ stops }) => stops).map(({ policyId, policy }) => [policyId, policy]));
  // the audit log is copied to where nobody has a language: a policy has the name there that it was given
  const policies = await Promise.all(
    [...stopping].map(async ([policyId, policy]) => {
      const row = await findPolicyRow(ctx.db, ctx.actor.tenantId, policyId);
      return row?.name ?? inLanguage(policy, ctx.language);
    }),
  );
  await transaction(ctx.db, async (tx) => {
    await insertVerdicts(tx, { environmentId, runId, userId: ctx.actor.userId, verdicts });
    const audit = auditOf(ctx, 'policy.stop', 'environment', environmentId, { policies, environmentId });
    await recordAudit(tx, { ...audit, by: { kind: 'policy', id: '', name: policies.join(', ') } });
  });
}

/**
 * What whoever is stopped reads: the sentence of the first rule, every other by what it is about, and whom to ask for an
 * exception.
 */
function policyRefusal(verdicts: readonly PolicyVerdict[], makers: PolicyCheck['exceptions_by']): VetroError {
  const stopping = verdicts.filter(({ stops }) => stops);
  const [first] = stopping;
  const more = stopping.length > 1 ? ` (and ${stopping.length - 1} more)` : '';
  const stops = `The policy "${first?.policy}" stops this: ${first?.sentence}${more}`;
  // sentences end alike in every language
  const read = inLanguage(stops, 'en');
  const stop = withFullStop(read).slice(read.length);
  const asks = makers.map(whoToAsk);
  return errors.policyViolation('policy_stopped', [`${stops}${stop}`, ...asks].join(' '), {
    fields: [
      ...stopping.map(({ service_id, unit_id, policy, sentence }) => ({
        path: [...(service_id ? ['services', service_id] : []), ...(unit_id ? ['units', unit_id] : [])].join('.'),
        code: 'policy',
        sentence: `${policy}: ${sentence}`,
      })),
      ...asks.map((sentence) => ({ path: '', code: 'exception', sentence })),
    ],
  });
}

function whoToAsk({ policy, names }: PolicyCheck['exceptions_by'][number]): string {
  return names.length === 0
    ? `Somebody who administers it can make an exception from "${policy}".`
    : `Who can make an exception from "${policy}": ${names.join(', ')}.`;
}
