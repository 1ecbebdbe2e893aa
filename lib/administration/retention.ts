import type { Log } from '@/lib/logging';
import type { Retention } from '@/lib/model/retention';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
/** A start is no time for housekeeping, in milliseconds. */
const FIRST_MS = 60_000;

/** One kind of record that goes after a time. */
export interface RetentionRule {
  /** for the operators' log */
  name: string;
  keeps: keyof Retention;
  /** removes what was over before an instant, in small steps and not without end; tells how many rows went */
  prune: (before: Date) => Promise<number>;
}

export interface RetentionOptions {
  rules: readonly RetentionRule[];
  retention: Retention;
  log: Pick<Log, 'info' | 'warn'>;
  /** does one pass unless another process is at it */
  alone: (pass: () => Promise<void>) => Promise<boolean>;
  /** between two passes, in milliseconds */
  everyMs?: number;
  /** before the first pass, in milliseconds */
  firstMs?: number;
}

/**
 * Removes, once an hour, what was kept for long enough, rule by rule: when one fails the others go on. Of several
 * processes one at a time does it.
 *
 * @returns ends it; resolves when a pass under way is over
 */
export function startRetention({
  rules,
  retention,
  log,
  alone,
  everyMs = HOUR_MS,
  firstMs = FIRST_MS,
}: RetentionOptions): () => Promise<void> {
  const effective = rules.filter(({ keeps }) => retention[keeps] > 0);
  if (effective.length === 0) return async () => undefined;
  let ended = false;
  let pass: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(tick, firstMs);
  timer.unref();

  function tick() {
    pass = alone(onePass)
      .catch((error) => log.warn({ err: error }, 'removing old records failed'))
      .then(() => {
        if (ended) return;
        timer = setTimeout(tick, everyMs);
        timer.unref();
      });
  }

  async function onePass(): Promise<void> {
    for (const { name, keeps, prune } of effective) {
      if (ended) return;
      try {
        const gone = await prune(new Date(Date.now() - retention[keeps] * DAY_MS));
        if (gone > 0) log.info({ gone, rule: name }, 'removed what was kept for long enough');
      } catch (error) {
        log.warn({ err: error, rule: name }, 'removing old records failed');
      }
    }
  }

  return async () => {
    ended = true;
    clearTimeout(timer);
    await pass;
  };
}
