import type { HistoryEntry } from '@/lib/model/history-views';

/** One version to choose; `entry` tells more of it where that is known. */
export interface VersionOption {
  ref: string;
  kind: 'current' | 'draft' | 'created' | 'version';
  version: number;
  entry: HistoryEntry | null;
}

/**
 * Everything that can be compared, the newest first: one's own draft, what is deployed now, every version, and the
 * environment as it was created.
 *
 * @param version the environment's present version
 * @param entries the deployments that are known; older ones are offered by number alone
 */
export function versionOptions(version: number, drafted: boolean, entries: readonly HistoryEntry[]): VersionOption[] {
  const made = new Map(entries.map((entry) => [entry.version, entry]));
  const numbered = Array.from({ length: version }, (_, index): VersionOption => {
    const number = version - index;
    return { ref: String(number), kind: 'version', version: number, entry: made.get(number) ?? null };
  });
  return [
    ...(drafted ? [{ ref: 'draft', kind: 'draft', version, entry: null } as const] : []),
    { ref: 'current', kind: 'current', version, entry: made.get(version) ?? null },
    ...numbered,
    { ref: '0', kind: 'created', version: 0, entry: null },
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
