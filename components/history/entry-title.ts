import type { HistoryEntry } from '@/lib/model/history-views';

/** Which words name an entry of the history, and the number they need. */
export function entryTitle({ kind, version, outcome, action }: HistoryEntry): {
  key: 'action' | 'version' | 'running' | 'queued' | 'deletion' | 'deleting';
  version: number;
  /** what was called */
  title: string;
} {
  const title = action?.title ?? '';
  if (action) return { key: 'action', version: version ?? 0, title };
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
