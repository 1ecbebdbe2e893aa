import type { PolicyRow } from '@/lib/db/policies';
import { exceptionsInForce } from '@/lib/db/policy-exceptions';
import { countVerdicts, newestVerdicts, type PastVerdict, type PolicyCounts } from '@/lib/db/policy-verdicts';
import type { PastVerdictView, PolicyView } from '@/lib/model/policies/policy-view';
import { maskSealed } from '@/lib/model/secret';
import type { Context } from '../context';
import { mayChange } from './access';
import { exceptionView, visibleTenant } from './exceptions';
import { inReadersLanguage } from './templates';

/** Verdicts that are shown with a policy. */
const MAX_VERDICTS = 10;
/** So far back it is counted what they said, in days. */
const COUNTED_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

/** Policies as the API shows them, with what they said last in the actor's tenant. */
export async function policyViews(ctx: Context, rows: readonly PolicyRow[]): Promise<PolicyView[]> {
  const ids = rows.map(({ id }) => id);
  const now = ctx.now();
  const since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS);
  const tenantId = visibleTenant(ctx);
  const [verdicts, counts, exceptions] = await Promise.all([
    newestVerdicts(ctx.db, ctx.actor.tenantId, ids, MAX_VERDICTS),
    countVerdicts(ctx.db, { policyIds: ids, tenantId, since }),
    exceptionsInForce(ctx.db, ids, tenantId, now),
  ]);
  return rows.map((row): PolicyView => {
    // the text is the one that is kept: whoever changes it changes that
    const { name, summary } = inReadersLanguage(ctx, row);
    return {
      id: row.id,
      scope: row.tenantId === '' ? 'installation' : 'tenant',
      name,
      summary,
      text: row.text,
      parameters: row.parameters,
      enabled: row.enabled,
      mode: row.mode,
      version: row.version,
      created: row.createdAt.toISOString(),
      changed: row.changedAt.toISOString(),
      changed_by: row.changerName,
      may_change: mayChange(ctx, row.tenantId),
      template: row.template,
      language: row.language,
      statistics: statisticsOf(
        counts.find(({ policyId }) => policyId === row.id),
        verdicts.find(({ policyId }) => policyId === row.id)?.at,
      ),
      exceptions: exceptions.filter(({ policyId }) => policyId === row.id).map((one) => exceptionView(one, now)),
      verdicts: verdicts.filter(({ policyId }) => policyId === row.id).map(pastVerdictView),
    };
  });
}

function statisticsOf(counts: PolicyCounts | undefined, last: Date | undefined): PolicyView['statistics'] {
  return {
    days: COUNTED_DAYS,
    stopped: counts?.stopped ?? 0,
    would_have_stopped: counts?.notEnforced ?? 0,
    warned: counts?.warned ?? 0,
    changed: counts?.changed ?? 0,
    failed: counts?.failed ?? 0,
    last: last?.toISOString() ?? null,
  };
}

function pastVerdictView(verdict: PastVerdict): PastVerdictView {
  return {
    at: verdict.at.toISOString(),
    environment_id: verdict.environmentId,
    environment_name: verdict.environmentName,
    run_id: verdict.runId,
    user_name: verdict.userName,
    kind: verdict.kind,
    stopped: verdict.stopped,
    not_enforced: verdict.notEnforced,
    excepted: verdict.excepted,
    sentence: maskSealed(verdict.sentence),
  };
}
