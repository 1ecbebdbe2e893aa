import type { RunRow } from '@/lib/db/runs';
import type { VetroEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { removedParts, runSummary } from '@/lib/model/run-summary';
import { maskSealed } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { deploymentStatus } from '@/lib/model/states';
import type { DeploymentView, ReportView } from '@/lib/model/views';

/**
 * A deployment as the API shows it, with the document asked for, secrets masked.
 *
 * @param types supply words and say what counts as a change
 */
export function deploymentView(row: RunRow, types: readonly ServiceType[]): DeploymentView {
  const documents = { before: row.modelBefore, asked: row.modelAsked };
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    environment_id: row.environmentId,
    session_id: row.sessionId,
    kind: row.kind,
    created: row.createdAt.toISOString(),
    updated: (row.finishedAt ?? row.startedAt ?? row.createdAt).toISOString(),
    started: iso(row.startedAt),
    finished: iso(row.finishedAt),
    state: deploymentStatus(row.state, row.warnings, row.errors),
    outcome: row.state,
    user_id: row.userId,
    user_name: row.userName,
    warnings: row.warnings,
    errors: row.errors,
    problem: row.problem ? { code: row.problem.code, sentence: maskSealed(row.problem.sentence) } : null,
    cancel_requested: row.cancelledBy !== null,
    version: row.version,
    summary: runSummary({ kind: row.kind, ...documents }, types),
    removed: maskSealed(removedParts(documents)) as DeploymentView['removed'],
    description: maskSealed(row.modelAsked) as JsonObject,
  };
}

/** A report as the API shows it. */
export function reportView(event: VetroEvent): ReportView {
  const { details } = event.data;
  return maskSealed({
    id: `${event.environmentId}-${event.seq}`,
    deployment_id: event.runId,
    created: event.at,
    updated: event.at,
    entity: event.entity,
    entity_id: event.entityId,
    level: event.level,
    text: event.text,
    details: typeof details === 'string' ? details : null,
  });
}
