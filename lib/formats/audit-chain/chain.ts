import { createHash } from 'node:crypto';

/** An entry of the audit log as it is hashed: texts as the database writes them. */
export interface ChainedEntry {
  position: string;
  id: string;
  /** ISO 8601 in UTC, with milliseconds */
  at: string;
  actor: string;
  actorId: string;
  actorName: string;
  userId: string | null;
  tenantId: string | null;
  action: string;
  target: string;
  targetId: string;
  /** JSON as PostgreSQL writes a `jsonb` */
  details: string;
  requestId: string;
}

/** An entry with what its place in the chain is proved by. */
export interface ProvedEntry extends ChainedEntry {
  /** SHA-256 in hex */
  hash: string;
}

/** The end of a chain, or the entry before its beginning. */
export interface ChainEnd {
  position: string;
  hash: string;
}

const FIELDS = [
  ...(['position', 'id', 'at', 'actor', 'actorId', 'actorName', 'userId', 'tenantId'] as const),
  ...(['action', 'target', 'targetId', 'details', 'requestId'] as const),
];

/**
 * The hash of an entry that follows another.
 *
 * @param previous hash of the entry before, in hex
 */
export function entryHash(previous: string, entry: ChainedEntry): string {
  const fields = FIELDS.map((name) => field(entry[name]));
  return createHash('sha256')
    .update(`${previous},${fields.join('')}`, 'utf8')
    .digest('hex');
}

/** With its length in bytes before it: no two lists of fields make one text. */
function field(value: string | null): string {
  return value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`;
}
