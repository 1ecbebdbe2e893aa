import type { Log } from '@/lib/logging';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
/** A start is no time for housekeeping, in milliseconds. */
const FIRST_MS = 60_000;

export interface RetentionOptions {
  /** each removes one kind of record of what was over before an instant, and tells how many */
  prunes: readonly ((before: Date) => Promise<number>)[];
  /** how long finished records are kept; 0 keeps them for ever */
  days: number;
  log: Pick<Log, 'info' | 'warn'>;
  /** between two passes, in milliseconds */
  everyMs?: number;
  /** before the first pass, in milliseconds */
  firstMs?: number;
}

/**
 * Removes, once an hour, records of things that are long over, kind by kind: when one fails the others go on. What is
 * history (deployments, events, the audit log) is never touched. Several processes may do it: each takes what the
 * others have not.
 *
 * @returns ends it; resolves when a pass under way is over
 */
export function startRetention({
  prunes,
  days,
  log,
  everyMs = HOUR_MS,
  firstMs = FIRST_MS,
}: RetentionOptions): () => Promise<void> {
  if (prunes.length === 0 || days === 0) return async () => undefined;
  let pass: Promise<void> = Promise.resolve();
  const begin = () => {
    pass = onePass(prunes, new Date(Date.now() - days * DAY_MS), log);
  };
  let timer = setTimeout(function tick() {
    begin();
    timer = setTimeout(tick, everyMs);
    timer.unref();
  }, firstMs);
  timer.unref();
  return () => {
    clearTimeout(timer);
    return pass;
  };
}

async function onePass(prunes: RetentionOptions['prunes'], before: Date, log: RetentionOptions['log']): Promise<void> {
  let gone = 0;
  for (const prune of prunes) {
    try {
      gone += await prune(before);
    } catch (error) {
      log.warn({ err: error }, 'removing old records failed');
    }
  }
  if (gone > 0) log.info({ gone }, 'removed records of what is long over');
}
