import { type HistoryQuery, type HistoryRow, listDeployers, listHistoryRows } from '@/lib/db/history';
import { diffModels } from '@/lib/model/diff';
import type { History, HistoryEntry } from '@/lib/model/history-views';
import { maskSealed } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { deploymentStatus } from '@/lib/model/states';
import { type Ask, requireRole } from '../context';
import { environmentWithHistory } from '../environments/visible';

/**
 * What came to pass in an environment: its deployments, newest first, with what each was asked to change; also of an
 * environment that is gone.
 *
 * @param input what to pick; `before`: the id of a deployment, for those before it; `limit`: at most so many
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function listHistory({ ctx, input }: Ask<HistoryQuery & { environmentId: string }>): Promise<History> {
  requireRole(ctx, 'reader');
  const { environmentId, limit, ...query } = input;
  const environment = await environmentWithHistory(ctx, environmentId);
  const [rows, people, types] = await Promise.all([
    // one more than asked for tells whether there are older ones
    listHistoryRows(ctx.db, environmentId, { ...query, limit: limit + 1 }),
    listDeployers(ctx.db, environmentId),
    ctx.catalog.serviceTypes(ctx.actor.tenantId),
  ]);
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map((row) => historyEntry(row, environment.version, types)),
    older: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    people,
  };
}

function historyEntry(row: HistoryRow, currentVersion: number, types: readonly ServiceType[]): HistoryEntry {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    deployment_id: row.id,
    kind: row.kind,
    version: row.version,
    current: row.version === currentVersion,
    restores: row.restores && { version: row.restores.version, deployment_id: row.restores.deploymentId },
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
    changes: row.kind === 'delete' ? [] : diffModels(row.modelBefore, row.modelAsked, types),
  };
}
