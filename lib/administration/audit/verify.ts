import { countUnsealed, hashesAt, readChain, readChainEnds, strayEntries } from '@/lib/db/audit-chain';
import type { Db } from '@/lib/db/client';
import type { ChainEnd, ProvedEntry } from '@/lib/formats/audit-chain/chain';
import { type CopiedEntry, readCopyLine } from '@/lib/formats/audit-chain/copy-line';
import { type ChainReport, verifyChain } from '@/lib/formats/audit-chain/verify';

/**
 * Looks whether the audit log is as it was written: every entry, in its place, up to the end that the chain has when this
 * begins. What was written a moment ago may have no place yet: it is counted as `unsealed`.
 */
export async function verifyAuditLog(db: Db): Promise<ChainReport & { unsealed: number }> {
  const { removed, end, isRemovalNoted } = await readChainEnds(db);
  const report = await verifyChain(readChain(db, end.position), removed, end);
  const strays = await strayEntries(db);
  const { end: now } = await readChainEnds(db);
  const faults = [...report.faults];
  // While it is read, others write: an entry is stray only where the end has not moved on to it.
  if (now.position === end.position) {
    for (const id of strays)
      faults.push({ id, position: '', found: `The entry ${id} was put in: it stands in no chain.` });
  }
  if (!isRemovalNoted) {
    const found = `Everything up to place ${removed.position} was removed, and no entry of the log says so.`;
    faults.push({ id: null, position: removed.position, found });
  }
  return { ...report, faults, unsealed: await countUnsealed(db) };
}

/**
 * Looks whether entries that were taken away earlier are still those of the log. An administrator of the database can
 * write a whole chain anew; what stands elsewhere he cannot.
 *
 * @param kept places and hashes, as an export has them
 */
export async function compareWithLog(db: Db, kept: readonly ChainEnd[]): Promise<ChainReport['faults']> {
  const { removed } = await readChainEnds(db);
  const still = kept.filter(({ position }) => BigInt(position) > BigInt(removed.position));
  const hashes = await hashesAt(
    db,
    still.map(({ position }) => position),
  );
  return still
    .filter(({ position, hash }) => hashes.get(position) !== hash)
    .map(({ position }) => ({
      ...{ id: null, position },
      found: hashes.has(position)
        ? `The log has another entry at place ${position} than the export.`
        : `The entry at place ${position} of the export is missing in the log.`,
    }));
}

/**
 * Looks whether an export is as it was taken away: each entry by the hash of the one before that stands beside it, so that
 * exports of a part are proved, too.
 *
 * @param entries in any order
 */
export async function verifyExport(entries: readonly (ProvedEntry & { previous: string })[]): Promise<ChainReport> {
  const faults: ChainReport['faults'] = [];
  const hashes = new Map(entries.map(({ position, hash }) => [position, hash]));
  for (const entry of entries) {
    const { position, id, previous } = entry;
    const before = String(BigInt(position) - 1n);
    const own = await verifyChain(each([entry]), { position: before, hash: previous }, null);
    faults.push(...own.faults);
    if ((hashes.get(before) ?? previous) !== previous) {
      faults.push({
        id,
        position,
        found: `The entry ${id} at place ${position} does not follow the one before it.`,
      });
    }
  }
  return { entries: entries.length, faults, end: null };
}

/**
 * Reads a copy of the log that the server wrote to a file. Entries that came twice count once; a line that was torn when its writer
 * died is passed by, for the whole entry stands behind it.
 */
export function readCopy(text: string): CopiedEntry[] {
  const read = text.split('\n').flatMap((line) => readCopyLine(line) ?? []);
  const known = new Set<string>();
  return read.filter((entry) => {
    const line = JSON.stringify(entry);
    return !known.has(line) && known.add(line);
  });
}

/**
 * Looks whether a copy is as it was written: no entry changed, taken out or put in between its first and its last.
 *
 * @param entries in the order of the file
 */
export async function verifyCopy(entries: readonly CopiedEntry[]): Promise<ChainReport> {
  const [first] = entries;
  if (!first) return { entries: 0, faults: [], end: null };
  return verifyChain(each(entries), { position: String(BigInt(first.position) - 1n), hash: first.previous }, null);
}

async function* each<T>(entries: readonly T[]): AsyncGenerator<T> {
  yield* entries;
}
