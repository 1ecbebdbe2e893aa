import type { ListedEnvironmentRow } from '@/lib/db/environment-list';
import type { EnvironmentRow } from '@/lib/db/environments';
import { machineHealth } from '@/lib/model/machine-health';
import type { EnvironmentPresent, EnvironmentView, ListedEnvironmentView } from '@/lib/model/views';

/** An environment as the API shows it (guide, table 4.1). */
export function environmentView(row: EnvironmentRow): EnvironmentView {
  return {
    id: row.id,
    name: row.name,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    tenant_id: row.tenantId,
    version: row.version,
    status: row.status,
  };
}

/**
 * An environment as lists show it.
 *
 * @param userId who looks
 */
export function listedEnvironmentView(row: ListedEnvironmentRow, userId: string): ListedEnvironmentView {
  const { count, up, failed } = row.machines;
  return {
    ...environmentView(row),
    service_count: row.serviceCount,
    machines: { count, up, failed, health: machineHealth(row.machines, row.deployedStatus) },
    created_by: row.createdBy,
    deployed_by: row.deployedBy,
    ...presentOf(row, userId),
  };
}

/**
 * What is deployed in an environment, what runs in it and who drafts a change of it.
 *
 * @param userId who looks
 */
export function presentOf(
  { lastOutcome, deployedStatus, drafts, activeRunId, eventSeq }: EnvironmentRow,
  userId: string,
): EnvironmentPresent {
  const mine = drafts.find((draft) => draft.userId === userId);
  const shown = mine ?? drafts[0];
  const others = drafts.filter((draft) => draft.userId !== userId);
  return {
    last_outcome: lastOutcome,
    active_deployment_id: activeRunId,
    event_seq: eventSeq,
    deployed_status: deployedStatus,
    drafts: shown
      ? {
          mine: mine !== undefined,
          others: others.length,
          people: [...new Set(others.map(({ userName }) => userName).filter((name) => name !== ''))],
          service_count: shown.serviceCount,
        }
      : null,
  };
}
