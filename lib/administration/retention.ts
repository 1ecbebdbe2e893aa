import type { Cloud } from '@/lib/cloud/cloud';
import type { Log } from '@/lib/logging';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
/** A start is no time for housekeeping, in milliseconds. */
const FIRST_MS = 60_000;

export interface RetentionOptions {
  cloud: Pick<Cloud, 'prune'>;
  /** how long finished records are kept; 0 keeps them for ever */
  days: number;
  log: Pick<Log, 'info' | 'warn'>;
  /** between two passes, in milliseconds */
  everyMs?: number;
  /** before the first pass, in milliseconds */
  firstMs?: number;
}

/**
 * Removes, once an hour, what the cloud's driver keeps of things that are long over. Deployments, events and the
 * audit log are never touched. Several processes may do it: each takes what the others have not.
 *
 * @returns ends it; resolves when a pass under way is over
 */
export function startRetention({
  cloud,
  days,
  log,
  everyMs = HOUR_MS,
  firstMs = FIRST_MS,
}: RetentionOptions): () => Promise<void> {
  const { prune } = cloud;
  if (!prune || days === 0) return async () => undefined;
  let pass: Promise<void> = Promise.resolve();
  const begin = () => {
    pass = prune(new Date(Date.now() - days * DAY_MS)).then(
      (gone) => {
        if (gone > 0) log.info({ gone }, 'removed records of what is long over');
      },
      (error) => log.warn({ err: error }, 'removing old records failed'),
    );
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
