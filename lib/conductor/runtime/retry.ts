/** How often and how patiently to try again. */
export interface RetryPolicy {
  /** attempts in all, the first included */
  attempts: number;
  /** wait before the second attempt, in milliseconds; doubles each time */
  firstDelayMs: number;
  /** no wait is longer, in milliseconds */
  maxDelayMs: number;
}

/**
 * Tries until it works, until the error is not worth another try, or until the attempts are used up.
 *
 * @param work one attempt
 * @param worthRetrying whether the same call may succeed later
 * @param signal ends the waiting between attempts
 * @throws the last attempt's error
 */
export async function retrying<T>(
  policy: RetryPolicy,
  work: () => Promise<T>,
  worthRetrying: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= policy.attempts || signal?.aborted || !worthRetrying(error)) throw error;
      await pause(Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.maxDelayMs), signal);
    }
  }
}

/** Waits for a time in milliseconds, or until the signal fires. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
