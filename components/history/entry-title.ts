import type { HistoryEntry } from '@/lib/model/history-views';
import { deploys } from '@/lib/model/runs/deploying';

/**
 * Which words name an entry of the history, and the number they need.
 *
 * @param called what the run is called elsewhere: a run that asked for no document has no better name
 */
export function entryTitle(
  { kind, version, outcome }: HistoryEntry,
  called: string,
): {
  key: 'action' | 'version' | 'running' | 'queued' | 'deletion' | 'deleting';
  version: number;
  /** what was called */
  title: string;
} {
  const title = called;
  if (kind !== 'delete' && !deploys(kind)) return { key: 'action', version: version ?? 0, title };
  if (kind === 'delete') return { key: version === null ? 'deleting' : 'deletion', version: version ?? 0, title };
  if (version === null) return { key: outcome === 'queued' ? 'queued' : 'running', version: 0, title };
  return { key: 'version', version, title };
}

/** How long it took, or has taken until now, in milliseconds; null for one that has not started. */
export function tookMs({ started, finished }: HistoryEntry, now: number | null): number | null {
  if (started === null) return null;
  const end = finished === null ? now : Date.parse(finished);
  return end === null ? null : Math.max(0, end - Date.parse(started));
}
