import type { AuditEntryView } from '@/lib/model/administration';

const COLUMNS = [
  'id',
  'at',
  'user_id',
  'user',
  'tenant_id',
  'tenant',
  'action',
  'target',
  'target_id',
  'details',
  'request_id',
] as const;

/** The names of the columns, as the first line. */
export function csvHead(): string {
  return csvLine(COLUMNS);
}

/** An audit entry as one line of RFC 4180, with its end. Instants are in UTC. */
export function csvEntry(entry: AuditEntryView): string {
  const { id, at, user, tenant, action, target, target_id, details, request_id } = entry;
  return csvLine([
    id,
    at,
    user?.id ?? '',
    user?.name ?? '',
    tenant?.id ?? '',
    tenant?.name ?? '',
    action,
    target,
    target_id,
    JSON.stringify(details),
    request_id,
  ]);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * One cell. A spreadsheet takes what begins with =, +, - or @ (also after a tab or a line break) for a formula and
 * would carry it out: an apostrophe before it makes it text.
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
