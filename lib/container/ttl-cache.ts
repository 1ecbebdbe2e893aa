/** Remembers answers for a few seconds, so that a busy client costs one question and not thousands. */
export interface TtlCache<T> {
  /** The remembered answer, else that of `ask`; callers that come while it is being asked share it. */
  get(key: string, ask: () => Promise<T>): Promise<T>;
  forget(key: string): void;
  forgetAll(): void;
}

const MOST = 10_000;

/**
 * Makes a memory.
 *
 * @param lifetimeMs how old an answer may get, in milliseconds, counted from when it was asked for
 */
export function createTtlCache<T>(lifetimeMs: number): TtlCache<T> {
  const answers = new Map<string, { until: number; answer: Promise<T> }>();
  return {
    get(key, ask) {
      const known = answers.get(key);
      const now = performance.now();
      if (known && known.until > now) return known.answer;
      if (answers.size >= MOST) answers.clear();
      const entry = { until: now + lifetimeMs, answer: ask() };
      answers.set(key, entry);
      entry.answer.catch(() => answers.get(key) === entry && answers.delete(key));
      return entry.answer;
    },
    forget: (key) => void answers.delete(key),
    forgetAll: () => answers.clear(),
  };
}
