import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually, HANG_MS } from './patience';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what a test waits for', () => {
  it('is returned as soon as it is there', async () => {
    const answers = [null, undefined, false as const, 'green'];
    const found = eventually('the light', () => answers.shift());
    await vi.advanceTimersByTimeAsync(100);
    expect(await found).toBe('green');
    expect(process.stderr.write).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is named while it takes long, and when it never comes', async () => {
    const outcome = expect(eventually('the light', () => null)).rejects.toThrow(
      'the light did not come within 2 minutes',
    );
    await vi.advanceTimersByTimeAsync(31_000);
    expect(process.stderr.write).toHaveBeenCalledWith('Waiting for 30 s: the light\n');
    await vi.advanceTimersByTimeAsync(HANG_MS);
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is named, too, when nobody answers the question whether it is there', async () => {
    const outcome = expect(eventually('an answer', () => new Promise<null>(() => undefined))).rejects.toThrow(
      'an answer did not come within 2 minutes',
    );
    await vi.advanceTimersByTimeAsync(HANG_MS);
    await outcome;
  });

  it('is not waited for when looking itself fails', async () => {
    await expect(eventually('the light', () => Promise.reject(new Error('dark')))).rejects.toThrow('dark');
    expect(vi.getTimerCount()).toBe(0);
  });
});
