import type { ListedEnvironmentRow } from '@/lib/db/environment-list';
import type { EnvironmentRow } from '@/lib/db/environments';
import { instantText } from '@/lib/model/instant';
import { type MachineCounts, machineHealth } from '@/lib/model/machine-health';
import type { EnvironmentPresent, EnvironmentView, ListedEnvironmentView } from '@/lib/model/views';

/** An environment as the API shows it (guide, table 4.1). */
export function environmentView(row: EnvironmentRow): EnvironmentView {
  return {
    id: row.id,
    name: row.name,
    created: instantText(row.createdAt),
    updated: instantText(row.updatedAt),
    tenant_id: row.tenantId,
    version: row.version,
    status: row.status,
  };
}

/**
 * An environment as lists show it. Written out rather than joined from the other views: lists are the most that is asked
 * of the API.
 *
 * @param userId who looks
 */
export function listedEnvironmentView(row: ListedEnvironmentRow, userId: string): ListedEnvironmentView {
  return {
    id: row.id,
    name: row.name,
    created: instantText(row.createdAt),
    updated: instantText(row.updatedAt),
    tenant_id: row.tenantId,
    version: row.version,
    status: row.status,
    service_count: row.serviceCount,
    machines: machinesView(row.machines, row.deployedStatus),
    created_by: personView(row.createdBy, row.createdByName),
    deployed_by: personView(row.deployedBy, row.deployedByName),
    last_outcome: row.lastOutcome,
    active_deployment_id: row.activeRunId,
    event_seq: row.eventSeq,
    deployed_status: row.deployedStatus,
    active_kind: row.activeKind,
    half_way: row.halfWay,
    drafts: draftsView(row.drafts, userId),
  };
}

const NO_MACHINES: MachineCounts = { count: 0, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, known: 0 };

/** @param machines null: there are none */
function machinesView(
  machines: MachineCounts | null,
  deployedStatus: EnvironmentRow['deployedStatus'],
): EnvironmentPresent['machines'] {
  const counts = machines ?? NO_MACHINES;
  const { count, up, failed, resting, suspended, drifted } = counts;
  return { count, up, failed, resting, suspended, drifted, health: machineHealth(counts, deployedStatus) };
}

/** A person of whom a list tells; the name is empty where the account is gone. */
function personView(id: string | null, name: string | null): ListedEnvironmentView['created_by'] {
  return id === null ? null : { id, name: name ?? '' };
}

/**
 * What is deployed in an environment, what runs in it and who drafts a change of it.
 *
 * @param machines its counts; null: it has none
 * @param userId who looks
 */
export function presentOf(
  { lastOutcome, deployedStatus, activeKind, halfWay, drafts, activeRunId, eventSeq }: EnvironmentRow,
  machines: MachineCounts | null,
  userId: string,
): EnvironmentPresent {
  return {
    machines: machinesView(machines, deployedStatus),
    last_outcome: lastOutcome,
    active_deployment_id: activeRunId,
    event_seq: eventSeq,
    deployed_status: deployedStatus,
    active_kind: activeKind,
    half_way: halfWay,
    drafts: draftsView(drafts, userId),
  };
}

/** Who drafts a change; null: nobody. */
function draftsView(drafts: EnvironmentRow['drafts'], userId: string): EnvironmentPresent['drafts'] {
  const [newest] = drafts;
  if (!newest) return null;
  const mine = drafts.find((draft) => draft.userId === userId);
  const others = drafts.filter((draft) => draft.userId !== userId);
  return {
    mine: mine !== undefined,
    others: others.length,
    people: [...new Set(others.map(({ userName }) => userName).filter((name) => name !== ''))],
    service_count: (mine ?? newest).serviceCount,
  };
}
