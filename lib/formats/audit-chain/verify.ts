import { type ChainEnd, entryHash, type ProvedEntry } from './chain';

/** What is wrong at one place of a chain: the entry's id where there is one, and a sentence for the command line. */
export interface ChainFault {
  id: string | null;
  position: string;
  found: string;
}

/** What a chain was found to be. */
export interface ChainReport {
  /** how many entries were read */
  entries: number;
  faults: ChainFault[];
  /** the last entry that was read; null: there is none */
  end: ChainEnd | null;
}

/** More faults are counted by whoever asks again: a log that was written anew has one in each row. */
const MAX_FAULTS = 100;

/**
 * Looks whether entries make one chain: none changed, none taken out, none put in.
 *
 * @param entries by position, the first one first
 * @param after what the first of them follows; null: that is not known, so it is not proved itself
 * @param end where the chain is to end; null: that is not known
 */
export async function verifyChain(
  entries: AsyncIterable<ProvedEntry>,
  after: ChainEnd | null,
  end: ChainEnd | null,
): Promise<ChainReport> {
  const faults: ChainFault[] = [];
  let count = 0;
  let before = after;
  for await (const entry of entries) {
    count += 1;
    if (faults.length < MAX_FAULTS) faults.push(...faultsOf(before, entry));
    before = { position: entry.position, hash: entry.hash };
  }
  if (end !== null && faults.length < MAX_FAULTS) faults.push(...faultsOfEnd(before, end));
  return { entries: count, faults, end: count === 0 ? null : before };
}

function faultsOf(before: ChainEnd | null, entry: ProvedEntry): ChainFault[] {
  const { id, position } = entry;
  if (before === null) return [];
  const next = BigInt(before.position) + 1n;
  if (BigInt(position) > next) return [missing(next, BigInt(position) - 1n)];
  if (BigInt(position) < next) {
    return [{ id, position, found: `The entry ${id} was put in: its place ${position} is another one's.` }];
  }
  if (entryHash(before.hash, entry) === entry.hash) return [];
  const found = `The entry ${id} at place ${position} was changed, or the hash of the one before it was.`;
  return [{ id, position, found }];
}

function faultsOfEnd(last: ChainEnd | null, end: ChainEnd): ChainFault[] {
  const [reached, wanted] = [BigInt(last?.position ?? '0'), BigInt(end.position)];
  if (reached < wanted) return [missing(reached + 1n, wanted)];
  if (reached > wanted) {
    const found = `What stands behind place ${wanted} was put in: the log ends there.`;
    return [{ id: null, position: String(wanted + 1n), found }];
  }
  if (last === null || last.hash === end.hash) return [];
  const found = `The last entry, at place ${wanted}, is not the one that was written there.`;
  return [{ id: null, position: end.position, found }];
}

function missing(first: bigint, last: bigint): ChainFault {
  const found =
    first === last
      ? `The entry at place ${first} is missing.`
      : `The entries at the places ${first} to ${last} are missing.`;
  return { id: null, position: String(first), found };
}
