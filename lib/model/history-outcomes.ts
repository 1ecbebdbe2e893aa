/** How deployments are picked from a history. */
export const HISTORY_OUTCOMES = ['success', 'warnings', 'failed', 'cancelled', 'running'] as const;
export type HistoryOutcome = (typeof HISTORY_OUTCOMES)[number];
