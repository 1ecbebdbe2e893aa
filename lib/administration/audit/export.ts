import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { hashesAt, readChainEnds } from '@/lib/db/audit-chain';
import { type AuditRow, listAuditPage } from '@/lib/db/audit-log';
import { holdsSealed } from '@/lib/model/secret';
import { csvEntry, csvHead } from './csv';
import { type AuditFilter, entryView } from './list';
import { sealAudit } from './seal';

/** Rows read at a time: what is sent is never held whole. */
const PAGE = 1_000;

/**
 * The audit log as CSV, newest first, read while it is sent. That it was taken away is audited, too. Each line has its place
 * in the chain, its hash and that of the entry before, by which the file proves itself (`npm run audit`).
 *
 * @returns the text in pieces, each of whole lines
 * @throws forbidden `not_a_system_admin`
 */
export async function exportAudit({ ctx, input }: AdminCall<AuditFilter>): Promise<AsyncGenerator<string>> {
  requireAdministrator(ctx);
  const { from, to, ...rest } = input;
  const filter = { ...rest, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  const details = Object.fromEntries(Object.entries(filter).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  await recordAudit(ctx.db, adminAudit(ctx, null, 'audit.export', 'audit', 'log', details));
  await sealAudit(ctx.db);
  return lines(ctx.db, input);
}

async function* lines(db: AdminCall<object>['ctx']['db'], filter: AuditFilter): AsyncGenerator<string> {
  yield csvHead();
  for (let marker: string | undefined; ; ) {
    const { rows, next } = await listAuditPage(db, {
      ...filter,
      ...(marker === undefined ? {} : { marker }),
      limit: PAGE,
    });
    const sealed = rows.filter(isSealed);
    const hashes = await previousHashes(db, sealed);
    const line = (row: SealedRow) =>
      csvEntry(entryView(row), {
        ...{ position: row.position, hash: row.hash },
        detailsText: holdsSealed(row.detailsText) ? null : row.detailsText,
        previousHash: hashes.get(before(row)) ?? '',
      });
    if (sealed.length > 0) yield sealed.map(line).join('');
    if (next === null) return;
    marker = next;
  }
}

/** What was written after the export was asked for may have no place yet, and is not in it. */
type SealedRow = AuditRow & { position: string; hash: string };
const isSealed = (row: AuditRow): row is SealedRow => row.position !== null && row.hash !== null;

const before = ({ position }: SealedRow) => String(BigInt(position) - 1n);

/** The hashes of what entries follow, by place. */
async function previousHashes(db: AdminCall<object>['ctx']['db'], rows: readonly SealedRow[]) {
  const { removed } = await readChainEnds(db);
  const found = await hashesAt(db, rows.map(before));
  return new Map([...found, [removed.position, removed.hash]]);
}
