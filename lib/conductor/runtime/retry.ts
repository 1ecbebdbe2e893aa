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
  let failure: { error: unknown } | null = null;
  const attempt = async () => {
    try {
      return await work();
    } catch (error) {
      failure = { error };
      throw new Error('the attempt failed', { cause: error });
    }
  };
  try {
    return await pRetry(attempt, {
      retries: policy.attempts - 1,
      minTimeout: policy.firstDelayMs,
      maxTimeout: policy.maxDelayMs,
      signal,
      shouldRetry: ({ error }) => worthRetrying(error.cause),
    });
  } catch (error) {
    // What the library throws, also when the signal ended its waiting, tells less than the last attempt.
    const { error: last } = failure ?? { error };
    throw last;
  }
}
