import { findEnvironmentDetail } from '@/lib/db/environments';
import { listEnabledPolicies } from '@/lib/db/policies';
import { rehearsalIn } from '@/lib/db/rehearsals';
import { isVetroError, toProblem } from '@/lib/errors';
import type { StackRules } from '@/lib/ports/conductor';
import type { Context } from '../context';
import { askPolicies } from './ask';
import type { PolicySubject } from './question';
import { requireAllowed } from './require';

/**
 * Judges the stacks of runs by the policies of their environment: of what stops, only what the document of the run does not
 * answer for, since that was judged before the run began. A rehearsal is judged as the environment that it is a copy of.
 *
 * @param contextOf a context of the parts of the process for an actor
 */
export function stackRules(
  { db }: Pick<Context, 'db'>,
  contextOf: (actor: Context['actor'], now: Date) => Context,
  now: () => Date,
): StackRules {
  return {
    async refusal({ id, kind, environmentId, tenantId, tenantName = '', user }, model, { template, parameters }) {
      const rehearsal = await rehearsalIn(db, environmentId);
      const place = rehearsal
        ? { environmentId: rehearsal.ofEnvironmentId, tenantId: rehearsal.ofTenantId }
        : { environmentId, tenantId };
      const policies = await listEnabledPolicies(db, place.tenantId);
      if (policies.every(({ mode }) => mode !== 'stop')) return null;
      const environment = await findEnvironmentDetail(db, place.tenantId, place.environmentId);
      const ctx = contextOf(
        {
          ...{ userId: user?.id ?? 'system', userName: user?.name ?? 'Vetro', systemAdmin: false },
          ...{ tenantId: place.tenantId, tenantName, role: 'member', via: 'system' },
        },
        now(),
      );
      const deployed = environment && environment.version > 0 ? environment.model : null;
      const subject: PolicySubject = {
        kind,
        model: { ...model, id: place.environmentId },
        deployed,
        keepsDocument: true,
      };
      const found = await askPolicies(ctx, { ...subject, stack: { template, parameters } });
      if (found.outcome !== 'stop') return null;
      const before = await askPolicies(ctx, subject);
      const known = new Set(before.verdicts.map(({ policyId, sentence }) => JSON.stringify([policyId, sentence])));
      const verdicts = found.verdicts.filter(
        ({ stops, policyId, sentence }) => stops && !known.has(JSON.stringify([policyId, sentence])),
      );
      if (verdicts.length === 0) return null;
      try {
        const isNoted = user !== undefined && !rehearsal;
        await requireAllowed(ctx, place.environmentId, { verdicts, outcome: 'stop' }, isNoted, id);
        return null;
      } catch (error) {
        if (!isVetroError(error) || error.kind !== 'policy_violation') throw error;
        return toProblem(error);
      }
    },
  };
}
