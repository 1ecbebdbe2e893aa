import type { PolicyRow } from '@/lib/db/policies';
import { newestVerdicts, type PastVerdict } from '@/lib/db/policy-verdicts';
import type { PastVerdictView, PolicyView } from '@/lib/model/policies/policy-view';
import { maskSealed } from '@/lib/model/secret';
import type { Context } from '../context';
import { mayChange } from './access';

/** Verdicts that are shown with a policy. */
const MOST_VERDICTS = 10;

/** Policies as the API shows them, with what they said last in the actor's tenant. */
export async function policyViews(ctx: Context, rows: readonly PolicyRow[]): Promise<PolicyView[]> {
  const ids = rows.map(({ id }) => id);
  const verdicts = await newestVerdicts(ctx.db, ctx.actor.tenantId, ids, MOST_VERDICTS);
  return rows.map((row) => ({
    id: row.id,
    scope: row.tenantId === '' ? 'installation' : 'tenant',
    name: row.name,
    summary: row.summary,
    text: row.text,
    parameters: row.parameters,
    enabled: row.enabled,
    mode: row.mode,
    version: row.version,
    created: row.createdAt.toISOString(),
    changed: row.changedAt.toISOString(),
    changed_by: row.changerName,
    may_change: mayChange(ctx, row.tenantId),
    verdicts: verdicts.filter(({ policyId }) => policyId === row.id).map(pastVerdictView),
  }));
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
    sentence: maskSealed(verdict.sentence),
  };
}
