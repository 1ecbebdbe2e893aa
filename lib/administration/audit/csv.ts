import type { ProvedEntry } from '@/lib/formats/audit-chain/chain';
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
  'actor',
  'actor_id',
  'actor_name',
  'position',
  'previous_hash',
  'hash',
] as const;

/** The names of the columns, as the first line. */
export function csvHead(): string {
  return csvLine(COLUMNS);
}

/** What an export has beside what the API shows, for whoever verifies it. */
export interface CsvProof {
  /** in the chain */
  position: string;
  /** in hex */
  hash: string;
  /** the details as they are hashed; null where a secret is masked in them: then the entry cannot be verified */
  detailsText: string | null;
  /** hash of the entry before, in hex */
  previousHash: string;
}

/** An audit entry as one line of RFC 4180, with its end. Instants are in UTC. */
export function csvEntry(entry: AuditEntryView, { position, hash, detailsText, previousHash }: CsvProof): string {
  const { id, at, user, tenant, action, target, target_id, details, request_id, actor } = entry;
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
    detailsText ?? JSON.stringify(details),
    request_id,
    actor.kind,
    actor.id,
    actor.name,
    position,
    previousHash,
    hash,
  ]);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * One cell. A spreadsheet takes what begins with =, +, - or @ (also after a tab or a line break) for a formula and
 * would carry it out: an apostrophe before it makes it text. What begins with an apostrophe gets one, too, so that the
 * first one is always ours.
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@'\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** An entry as an export has it: what is hashed, and the hash of the entry before. */
export type ExportedEntry = ProvedEntry & { previous: string };

/**
 * Reads an exported audit log again.
 *
 * @throws Error with a sentence where the text is no such export
 */
export function readCsv(text: string): ExportedEntry[] {
  const [head, ...rows] = csvRows(text);
  if (head?.join(',') !== COLUMNS.join(',')) throw new Error('This is no export of an audit log with its proof.');
  return rows.map((cells, index) => {
    if (cells.length !== COLUMNS.length) throw new Error(`Line ${index + 2} does not have ${COLUMNS.length} cells.`);
    const of = (name: (typeof COLUMNS)[number]) => (cells[COLUMNS.indexOf(name)] ?? '').replace(/^'/, '');
    if (!/^\d+$/.test(of('position'))) throw new Error(`Line ${index + 2} has no place in the chain.`);
    return {
      ...{ position: of('position'), id: of('id'), at: of('at'), actor: of('actor'), actorId: of('actor_id') },
      ...{ actorName: of('actor_name'), userId: of('user_id') || null, tenantId: of('tenant_id') || null },
      ...{ action: of('action'), target: of('target'), targetId: of('target_id'), details: of('details') },
      ...{ requestId: of('request_id'), previous: of('previous_hash'), hash: of('hash') },
    };
  });
}

/** The cells of a text of RFC 4180, row by row. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && row.length === 0 && !quoted && !plain) break;
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
