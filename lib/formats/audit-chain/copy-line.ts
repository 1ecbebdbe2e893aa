import type { ProvedEntry } from './chain';

/** An entry as a copy has it: what is hashed, and the hash of the entry before. */
export type CopiedEntry = ProvedEntry & { previous: string };

const NAMES = {
  ...{ position: 'position', id: 'id', at: 'at', actor: 'actor', actorId: 'actor_id', actorName: 'actor_name' },
  ...{ userId: 'user_id', tenantId: 'tenant_id', action: 'action', target: 'target', targetId: 'target_id' },
  ...{ details: 'details', requestId: 'request_id', previous: 'previous_hash', hash: 'hash' },
} as const satisfies Record<keyof CopiedEntry, string>;
const KEYS = Object.keys(NAMES) as (keyof CopiedEntry)[];

/**
 * An entry as one line of JSON, without a line's end, in ASCII alone: a message of syslog need not say how it is encoded, and
 * holds no control characters. `details` is a text as it is hashed.
 */
export function copyLine(entry: CopiedEntry): string {
  const named = Object.fromEntries(KEYS.map((key) => [NAMES[key], entry[key]]));
  return JSON.stringify(named).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Reads such a line again; null for what is none, such as one that was torn when its writer died. */
export function readCopyLine(line: string): CopiedEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const isText = (key: keyof CopiedEntry) =>
    typeof given[NAMES[key]] === 'string' || ((key === 'userId' || key === 'tenantId') && given[NAMES[key]] === null);
  if (!KEYS.every(isText) || !/^\d+$/.test(String(given.position))) return null;
  return Object.fromEntries(KEYS.map((key) => [key, given[NAMES[key]]])) as unknown as CopiedEntry;
}
