import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WATCH_MS, watchExecutors } from './executor-watch';

let living: () => Promise<Set<string>>;
let deaths: number;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  deaths = 0;
  end = watchExecutors({ living: () => living() }, async () => {
    deaths += 1;
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const are = (...ids: string[]) => {
  living = async () => new Set(ids);
};
const checks = (count: number) => vi.advanceTimersByTimeAsync(count * WATCH_MS);

describe('the watch over executors', () => {
  it('tells once of one that is gone', async () => {
    are('one', 'two', 'three');
    await checks(3);
    expect(deaths).toBe(0);
    are('one', 'two');
    await checks(2);
    expect(deaths).toBe(1);
    await checks(5);
    expect(deaths).toBe(1);
  });

  it('takes nobody for dead whose lease is away for a moment, or while it cannot ask itself', async () => {
    are('one', 'two');
    await checks(1);
    are('one');
    await checks(1);
    are('one', 'two');
    await checks(3);
    living = () => Promise.reject(new Error('the connection is down'));
    await checks(3);
    are('one', 'two');
    await checks(3);
    expect(deaths).toBe(0);
  });

  it('is over when it is ended', async () => {
    are('one', 'two');
    await checks(1);
    are('one');
    end();
    await checks(5);
    expect(deaths).toBe(0);
  });
});
