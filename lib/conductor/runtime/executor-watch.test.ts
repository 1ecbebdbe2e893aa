import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WATCH_MS, watchExecutors } from './executor-watch';

let living: () => Promise<Map<string, string>>;
let deaths: number;
let fenced: string[];
/** every look finds another sign of life of those that do not hang */
let signs: number;
let end: () => void;

const HANG_CHECKS = 4;

beforeEach(() => {
  vi.useFakeTimers();
  deaths = 0;
  signs = 0;
  fenced = [];
  end = watchExecutors(
    { living: () => living(), fence: async (id, sign) => sign === 'hangs' && fenced.push(id) > 0 },
    {
      hangMs: HANG_CHECKS * WATCH_MS,
      onDeath: () => {
        deaths += 1;
      },
      onFenced: () => undefined,
    },
  );
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const are = (...ids: string[]) => {
  living = async () => new Map(ids.map((id) => [id, String(signs++)]));
};
/** One that hangs holds its lease until it is fenced. */
const hangs = (id: string, ...others: string[]) => {
  living = async () =>
    new Map([
      ...(fenced.includes(id) ? [] : [[id, 'hangs'] as const]),
      ...others.map((one) => [one, String(signs++)] as const),
    ]);
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

  it('fences one that shows no life for as long as it may, and tells of its death', async () => {
    hangs('one', 'two');
    await checks(HANG_CHECKS);
    expect(fenced).toEqual([]);
    await checks(1);
    expect([fenced, deaths]).toEqual([['one'], 0]);
    await checks(1);
    expect(deaths).toBe(1);
    await checks(2 * HANG_CHECKS);
    expect([fenced, deaths]).toEqual([['one'], 1]);
  });

  it('lets one go that shows life in time, however seldom', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      hangs('one', 'two');
      await checks(HANG_CHECKS - 1);
      are('one', 'two');
      await checks(1);
    }
    expect([fenced, deaths]).toEqual([[], 0]);
  });

  it('does not count the time in which it was kept from looking itself', async () => {
    hangs('one', 'two');
    await checks(2);
    living = () => Promise.reject(new Error('the connection is down'));
    await checks(10 * HANG_CHECKS);
    are('one', 'two');
    await checks(2 * HANG_CHECKS);
    expect([fenced, deaths]).toEqual([[], 0]);
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
