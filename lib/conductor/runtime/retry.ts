import pRetry from 'p-retry';

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
  if (signal?.aborted) return work();
  let last: { value: T } | { error: unknown } | null = null;
  const attempt = async () => {
    try {
      last = { value: await work() };
    } catch (error) {
      last = { error };
      throw new Error('the attempt failed', { cause: error });
    }
  };
  await pRetry(attempt, {
    retries: policy.attempts - 1,
    minTimeout: policy.firstDelayMs,
    maxTimeout: policy.maxDelayMs,
    signal,
    shouldRetry: ({ error }) => worthRetrying(error.cause),
  }).catch(() => undefined);
  return outcomeOf(last);
}

/** The last attempt counts, and not what the library throws: once the signal has fired it drops even a result. */
function outcomeOf<T>(last: { value: T } | { error: unknown } | null): T {
  if (last === null) throw new Error('no attempt was made');
  if ('value' in last) return last.value;
  throw last.error;
}
