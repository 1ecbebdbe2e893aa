import type { DeploymentRow, RunRow } from '@/lib/db/runs';
import type { VetroEvent } from '@/lib/model/event';
import type { Json, JsonObject } from '@/lib/model/json';
import { removedParts, runSummary } from '@/lib/model/run-summary';
import { ActionInputSchema, type ActionView } from '@/lib/model/runs/action';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import type { RunView } from '@/lib/model/runs/run-view';
import { WorkflowInputSchema } from '@/lib/model/runs/workflow-input';
import { maskSealed } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { deploymentStatus } from '@/lib/model/states';
import type { DeploymentView, ReportView } from '@/lib/model/views';

/**
 * A run of any kind as the API shows it, secrets masked.
 *
 * @param types supply words and say what counts as a change
 */
export function runView(row: RunRow, types: readonly ServiceType[]): RunView {
  const { modelBefore, modelAsked } = row;
  const documents = modelBefore && modelAsked ? { before: modelBefore, asked: modelAsked } : null;
  return {
    ...commonView(row),
    kind: row.kind,
    target: row.target,
    action: actionOf(row),
    changes_model: row.changesModel,
    version: row.version,
    result: maskSealed(row.result) as Json,
    conclusion: conclusionOf({ kind: row.kind, outcome: row.state, result: maskSealed(row.result) as Json }),
    verdicts: row.verdicts ?? [],
    log_removed: row.logRemoved,
    cancel:
      row.cancelledBy === null
        ? null
        : { mode: row.cancelMode ?? 'cancel', at: row.cancelledAt?.toISOString() ?? null },
    summary: documents ? runSummary({ kind: row.kind, target: row.target, ...documents }, types) : [],
    removed: documents ? (maskSealed(removedParts(documents)) as RunView['removed']) : [],
    description: modelAsked && (maskSealed(modelAsked) as JsonObject),
  };
}

/** A run that asked for a document, as the v0.2 API shows it. */
export function deploymentView(row: DeploymentRow, types: readonly ServiceType[]): DeploymentView {
  const { summary, removed } = runView(row, types);
  return {
    ...commonView(row),
    // what the v0.2 API knows: everything that makes a document true is a deployment
    kind: row.kind === 'delete' ? 'delete' : 'deploy',
    version: row.version ?? 0,
    summary,
    removed,
    description: maskSealed(row.modelAsked) as JsonObject,
  };
}

function commonView(row: RunRow) {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    environment_id: row.environmentId,
    session_id: row.sessionId,
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
  };
}

/** What a run calls; null for one of another kind. */
export function actionOf({ kind, input }: Pick<RunRow, 'kind' | 'input'>): ActionView | null {
  if (kind === 'execute_operation') return operationOf(input);
  if (kind !== 'action') return null;
  const { objectId, object, method, title, arguments: given } = ActionInputSchema.parse(input);
  return { object_id: objectId, object, method, title, arguments: maskSealed(given) };
}

function operationOf(input: JsonObject): ActionView | null {
  const { operation } = WorkflowInputSchema.parse(input);
  if (!operation) return null;
  const { name, title, on, parameters } = operation;
  return { object_id: on.id, object: on.name, method: name, title, arguments: maskSealed(parameters) };
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
