import { describe, expect, it } from 'vitest';
import { retrying } from './retry';

const POLICY = { attempts: 3, firstDelayMs: 1, maxDelayMs: 2 };

/** Work that fails so often, with numbered errors, before it succeeds. */
function failing(times: number) {
  let attempt = 0;
  return async () => {
    attempt += 1;
    if (attempt <= times) throw new TypeError(`attempt ${attempt}`);
    return `done at ${attempt}`;
  };
}

describe('work that is tried again', () => {
  it('succeeds as soon as an attempt does', async () => {
    expect(await retrying(POLICY, failing(2), () => true)).toBe('done at 3');
  });

  it('fails with the error of the last attempt once the attempts are used up', async () => {
    await expect(retrying(POLICY, failing(9), () => true)).rejects.toThrow(new TypeError('attempt 3'));
  });

  it('fails at once with an error that is not worth another attempt', async () => {
    const worth = (error: unknown) => !(error as Error).message.endsWith('1');
    await expect(retrying(POLICY, failing(9), worth)).rejects.toThrow(new TypeError('attempt 1'));
  });

  it('stops waiting when it is cancelled, and fails with what went wrong', async () => {
    const cancelled = new AbortController();
    const patient = { attempts: 3, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
    const outcome = retrying(patient, failing(9), () => true, cancelled.signal);
    setImmediate(() => cancelled.abort());
    await expect(outcome).rejects.toThrow(new TypeError('attempt 1'));
  });

  it('keeps a result that comes after it was cancelled', async () => {
    const cancelled = new AbortController();
    const work = async () => {
      cancelled.abort();
      return 'done';
    };
    expect(await retrying(POLICY, work, () => true, cancelled.signal)).toBe('done');
  });

  it('makes one attempt when it was cancelled before', async () => {
    expect(await retrying(POLICY, failing(0), () => true, AbortSignal.abort())).toBe('done at 1');
  });
});
