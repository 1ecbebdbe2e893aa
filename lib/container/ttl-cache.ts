import { LRUCache } from 'lru-cache';

/** Answers kept for a few seconds, so that a busy client costs one question and not thousands. */
export interface TtlCache<T> {
  /** The cached answer, else that of `ask`; callers that come while it is being asked share it. */
  get(key: string, ask: () => Promise<T>): Promise<T>;
}

const MAX_ENTRIES = 10_000;

/**
 * Makes a cache; an answer that was an error is not kept.
 *
 * @param lifetimeMs how old an answer may get, in milliseconds, counted from when it was asked for
 */
export function createTtlCache<T>(lifetimeMs: number): TtlCache<T> {
  const answers = new LRUCache<string, Promise<T>>({ max: MAX_ENTRIES, ttl: lifetimeMs, ttlResolution: 0 });
  return {
    get(key, ask) {
      const known = answers.get(key);
      if (known) return known;
      const asked = ask();
      answers.set(key, asked);
      asked.catch(() => answers.peek(key) === asked && answers.delete(key));
      return asked;
    },
  };
}
