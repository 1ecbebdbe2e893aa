import { type AdminCall, requireAdministrator } from '@/lib/administration/context';
import { type AuditQuery, type AuditRow, auditedActions, listAuditPage } from '@/lib/db/audit-log';
import type { AuditEntryView, AuditPage } from '@/lib/model/administration';
import { nextMarker } from '@/lib/model/next-marker';
import { maskSealed } from '@/lib/model/secret';

/** Which entries to show; what is left out does not matter. */
export type AuditFilter = Omit<AuditQuery, 'marker' | 'limit'>;

/**
 * A page of the audit log, newest first.
 *
 * @param input `marker`: the last entry of the page before
 * @throws forbidden `not_a_system_admin`
 */
export async function listAudit({ ctx, input }: AdminCall<AuditQuery>): Promise<AuditPage> {
  requireAdministrator(ctx);
  const page = await listAuditPage(ctx.db, input);
  return { entries: page.rows.map(entryView), ...nextMarker(page) };
}

/** The actions that were ever audited. @throws forbidden `not_a_system_admin` */
export async function listAuditActions({ ctx }: AdminCall<object>): Promise<string[]> {
  requireAdministrator(ctx);
  return auditedActions(ctx.db);
}

/** An audit row as the API shows it. */
export function entryView(row: AuditRow): AuditEntryView {
  const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  return maskSealed({
    id: row.id,
    at: row.at.toISOString(),
    user: named(row.userId, row.userName),
    actor: { kind: row.actor, id: row.actorId, name: row.actorName },
    position: row.position,
    hash: row.hash,
    tenant: named(row.tenantId, row.tenantName),
    environment: named(row.environmentId, row.environmentName),
    action: row.action,
    target: row.target,
    target_id: row.targetId,
    target_name: row.targetName,
    details: row.details,
    request_id: row.requestId,
  });
}
