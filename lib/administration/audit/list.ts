import { type AdminAsk, requireAdministrator } from '@/lib/administration/context';
import { type AuditQuery, type AuditRow, auditedActions, listAuditRows } from '@/lib/db/audit-log';
import type { AuditEntryView } from '@/lib/model/administration';
import { maskSealed } from '@/lib/model/secret';

/** Which entries to show; what is left out does not matter. */
export type AuditFilter = Omit<AuditQuery, 'before' | 'limit'>;

/**
 * A page of the audit log, newest first.
 *
 * @param input `before`: the cursor of an earlier page
 * @returns `next`: the cursor to go on with; null at the end
 * @throws forbidden `not_a_system_admin`
 */
export async function listAudit({
  ctx,
  input,
}: AdminAsk<AuditQuery>): Promise<{ entries: AuditEntryView[]; next: string | null }> {
  requireAdministrator(ctx);
  // One more than asked for tells whether there is a next page.
  const rows = await listAuditRows(ctx.db, { ...input, limit: input.limit + 1 });
  const shown = rows.slice(0, input.limit);
  return { entries: shown.map(entryView), next: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null };
}

/** The actions that were ever audited. @throws forbidden `not_a_system_admin` */
export async function listAuditActions({ ctx }: AdminAsk<object>): Promise<string[]> {
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
    tenant: named(row.tenantId, row.tenantName),
    action: row.action,
    target: row.target,
    target_id: row.targetId,
    details: row.details,
    request_id: row.requestId,
  });
}
