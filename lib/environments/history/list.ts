import {
  findDeployedDocument,
  type HistoryQuery,
  type HistoryRow,
  listDeployers,
  listHistoryPage,
  oldestVersion,
} from '@/lib/db/history';
import { diffModels } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { History, HistoryEntry } from '@/lib/model/history-views';
import { nextMarker } from '@/lib/model/next-marker';
import { runSummary } from '@/lib/model/run-summary';
import { deploys } from '@/lib/model/runs/deploying';
import { maskSealed } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { deploymentStatus } from '@/lib/model/states';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { actionOf } from '../runs/view';
import { typesOfMany } from '../service-types';

/**
 * What came to pass in an environment: its runs, newest first, with what each was asked to do; also of an environment
 * that is gone.
 *
 * @param input what to pick; `marker`: the id of a run, for those before it; `limit`: at most so many
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function listHistory({
  ctx,
  input,
}: UseCaseCall<HistoryQuery & { environmentId: string }>): Promise<History> {
  requireRole(ctx, 'reader');
  const { environmentId, ...query } = input;
  const environment = await environmentWithHistory(ctx, environmentId);
  const [page, people, deployed, oldest] = await Promise.all([
    listHistoryPage(ctx.db, environmentId, query),
    listDeployers(ctx.db, environmentId),
    findDeployedDocument(ctx.db, environmentId),
    oldestVersion(ctx.db, environmentId),
  ]);
  const now = { version: environment.version, document: deployed?.document ?? null };
  const typesOf = typesOfMany(ctx);
  const entries = page.rows.map(async (row) =>
    historyEntry(row, now, await typesOf(now.document, row.modelBefore, row.modelAsked)),
  );
  return {
    entries: await Promise.all(entries),
    people,
    older_removed: oldest !== null && oldest > 1,
    ...nextMarker(page),
  };
}

/** What a run that asks for no document has of one. */
const NOTHING: EnvironmentModel = { id: '', name: '', services: [] };

function historyEntry(
  row: HistoryRow,
  now: { version: number; document: EnvironmentModel | null },
  types: readonly ServiceType[],
): HistoryEntry {
  const before = row.modelBefore ?? NOTHING;
  const asked = row.modelAsked ?? NOTHING;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    run_id: row.id,
    kind: row.kind,
    target: row.target,
    version: row.version,
    same_as_current: deploys(row.kind) && now.document !== null && diffModels(now.document, asked, types).length === 0,
    current: row.version !== null && row.version === now.version,
    action: actionOf(row),
    restores: row.restores && { version: row.restores.version, run_id: row.restores.runId },
    created: row.createdAt.toISOString(),
    started: iso(row.startedAt),
    finished: iso(row.finishedAt),
    state: deploymentStatus(row.state, row.warnings, row.errors),
    outcome: row.state,
    user_id: row.userId,
    user_name: row.userName,
    warnings: row.warnings,
    errors: row.errors,
    problem: row.problem && { code: row.problem.code, sentence: maskSealed(row.problem.sentence) },
    summary: row.modelAsked ? runSummary({ kind: row.kind, target: row.target, before, asked }, types) : [],
    changes: deploys(row.kind) ? diffModels(before, asked, types) : [],
  };
}
