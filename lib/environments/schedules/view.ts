import type { ScheduleRow, StoredTarget } from '@/lib/db/schedules';
import type { ScheduleView } from '@/lib/model/schedules/schedule-view';
import { maskSealed } from '@/lib/model/secret';
import type { WorkflowRequest } from '../executions/workflow-request';

/** A schedule as the API shows it. */
export function scheduleView(row: ScheduleRow): ScheduleView {
  const { dueAt, tryAt } = row;
  const isRetried = dueAt !== null && tryAt !== null && tryAt > dueAt;
  return {
    id: row.id,
    environment_id: row.environmentId,
    name: row.name,
    workflow: row.workflow,
    operation: row.operation?.name ?? null,
    operation_title: row.operation?.title ?? null,
    parameters: maskSealed(row.operation?.parameters ?? {}),
    service_id: row.target.serviceId ?? null,
    unit_ids: row.target.unitIds ?? null,
    cron: row.cron,
    time_zone: row.timeZone,
    enabled: row.enabled,
    when_missed: row.whenMissed,
    user_id: row.userId,
    user_name: row.userName,
    next: dueAt?.toISOString() ?? null,
    retry: isRetried ? tryAt.toISOString() : null,
    recent: row.firings.map(({ dueAt: due, at, outcome, runId, sentence }) => ({
      due: new Date(due).toISOString(),
      at: new Date(at).toISOString(),
      outcome,
      run_id: runId,
      sentence,
    })),
    problem: row.problem,
    created: row.createdAt.toISOString(),
    changed: row.changedAt.toISOString(),
  };
}

/** The machines that a schedule is for, as executions are asked for them. */
export function askedTarget({ serviceId, unitIds }: StoredTarget): Pick<WorkflowRequest, 'service_id' | 'unit_ids'> {
  return { service_id: serviceId, unit_ids: unitIds };
}
