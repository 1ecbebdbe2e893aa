import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RetentionRule, startRetention } from './retention';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const DAY_MS = 86_400_000;
const log = { info: () => undefined, warn: vi.fn() };
const alone = async (pass: () => Promise<void>) => {
  await pass();
  return true;
};
const retention = { records: 10, logs: 20, history: 30, audit: 0 };
const rule = (prune: RetentionRule['prune'], keeps: RetentionRule['keeps'] = 'records'): RetentionRule => ({
  name: 'something',
  keeps,
  prune,
});

describe('retention', () => {
  it('runs again and again, each rule with the instant from which its records are kept', async () => {
    const records = vi.fn(async (_before: Date) => 3);
    const history = vi.fn(async (_before: Date) => 0);
    const rules = [rule(records), rule(history, 'history')];
    const end = startRetention({ rules, retention, log, alone, firstMs: 100, everyMs: 1_000 });
    await vi.advanceTimersByTimeAsync(2_150);
    expect(records).toHaveBeenCalledTimes(3);
    expect(records.mock.lastCall).toEqual([new Date(Date.now() - 50 - 10 * DAY_MS)]);
    expect(history.mock.lastCall).toEqual([new Date(Date.now() - 50 - 30 * DAY_MS)]);
    await end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(records).toHaveBeenCalledTimes(3);
  });

  it('survives a failure, says so, and goes on with the other rules', async () => {
    const failing = vi.fn(() => Promise.reject(new Error('no database')));
    const other = vi.fn(async () => 0);
    const rules = [rule(failing), rule(other)];
    const end = startRetention({ rules, retention, log, alone, firstMs: 1, everyMs: 10 });
    await vi.advanceTimersByTimeAsync(15);
    expect(log.warn).toHaveBeenCalled();
    expect(other).toHaveBeenCalled();
    expect(failing).toHaveBeenCalledTimes(2);
    await end();
  });

  it('leaves the work to the process that is at it, and looks again later', async () => {
    const prune = vi.fn(async () => 0);
    const taken = vi.fn(async () => false);
    const end = startRetention({ rules: [rule(prune)], retention, log, alone: taken, firstMs: 1, everyMs: 10 });
    await vi.advanceTimersByTimeAsync(15);
    expect(taken).toHaveBeenCalledTimes(2);
    expect(prune).not.toHaveBeenCalled();
    await end();
  });

  it('never removes what is kept for ever', async () => {
    const prune = vi.fn(async () => 0);
    startRetention({ rules: [rule(prune, 'audit')], retention, log, alone, firstMs: 1 });
    await vi.advanceTimersByTimeAsync(100);
    expect(prune).not.toHaveBeenCalled();
  });
});
