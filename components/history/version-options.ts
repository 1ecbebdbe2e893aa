import type { HistoryEntry, ListedVersion } from '@/lib/model/history-views';

/** One version to choose; who made it and when, where that is known. */
export interface VersionOption {
  ref: string;
  kind: 'current' | 'draft' | 'created' | 'version';
  version: number;
  made: ListedVersion | null;
}

/**
 * What is at hand to be compared, the newest first: one's own draft, what is deployed now, the newest versions, those
 * that were chosen besides, and the environment as it was created.
 *
 * @param version the environment's present version
 * @param listed the newest versions that are kept
 * @param chosen what is compared now: old versions, too
 */
export function versionOptions(
  version: number,
  drafted: boolean,
  listed: readonly ListedVersion[],
  chosen: readonly string[] = [],
): VersionOption[] {
  const made = new Map(listed.map((one) => [one.version, one]));
  const others = chosen.filter((ref) => /^[1-9]\d*$/.test(ref)).map(Number);
  const numbers = [...new Set([...made.keys(), ...others])].sort((a, b) => b - a);
  return [
    ...(drafted ? [{ ref: 'draft', kind: 'draft', version, made: null } as const] : []),
    { ref: 'current', kind: 'current', version, made: made.get(version) ?? null },
    ...numbers.map((number): VersionOption => {
      return { ref: String(number), kind: 'version', version: number, made: made.get(number) ?? null };
    }),
    { ref: '0', kind: 'created', version: 0, made: null },
  ];
}

/**
 * What is compared while nobody has chosen: a draft with what is deployed, else what is deployed with the newest version
 * that differs from it.
 */
export function defaultSides(
  version: number,
  drafted: boolean,
  entries: readonly HistoryEntry[],
): { from: string; to: string } {
  if (drafted) return { from: 'current', to: 'draft' };
  const same = new Set(entries.filter((entry) => entry.same_as_current).map((entry) => entry.version));
  let before = Math.max(0, version - 1);
  while (before > 0 && same.has(before)) before -= 1;
  return { from: String(before), to: 'current' };
}

/** Whether a text of an address can be a version. */
export function isVersionRef(text: string | null): text is string {
  return text !== null && /^(\d{1,9}|current|draft)$/.test(text);
}
