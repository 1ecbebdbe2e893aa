import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRetention } from './retention';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = { info: () => undefined, warn: vi.fn() };

describe('retention', () => {
  it('runs again and again, each time with the instant from which records are kept', async () => {
    const prune = vi.fn(async (_before: Date) => 3);
    const end = startRetention({ prunes: [prune], days: 10, log, firstMs: 100, everyMs: 1_000 });
    await vi.advanceTimersByTimeAsync(2_150);
    expect(prune).toHaveBeenCalledTimes(3);
    const [[first] = []] = prune.mock.calls;
    expect(Date.now() - (first?.getTime() ?? 0)).toBeGreaterThan(10 * 86_400_000);
    await end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(prune).toHaveBeenCalledTimes(3);
  });

  it('survives a failure, says so, and goes on with the other kinds', async () => {
    const prune = vi.fn(() => Promise.reject(new Error('no database')));
    const other = vi.fn(async () => 0);
    const end = startRetention({ prunes: [prune, other], days: 10, log, firstMs: 1, everyMs: 10 });
    await vi.advanceTimersByTimeAsync(15);
    expect(log.warn).toHaveBeenCalled();
    expect(other).toHaveBeenCalled();
    expect(prune).toHaveBeenCalledTimes(2);
    await end();
  });

  it('does nothing where everything is kept, or nothing is stored', async () => {
    const prune = vi.fn(async () => 0);
    startRetention({ prunes: [prune], days: 0, log, firstMs: 1 });
    startRetention({ prunes: [], days: 1, log, firstMs: 1 });
    await vi.advanceTimersByTimeAsync(100);
    expect(prune).not.toHaveBeenCalled();
  });
});
