import { describe, expect, it } from 'vitest';
import { startPeriodicTask, type TimerClock } from './periodic-task';

/** A clock that goes on when a test says so. */
function handClock() {
  let now = 0;
  let waiting: { at: number; work: () => void } | null = null;
  const clock: TimerClock = {
    now: () => new Date(now),
    after: (ms, work) => {
      waiting = { at: now + ms, work };
      return () => {
        waiting = null;
      };
    },
  };
  return {
    clock,
    next: () => waiting?.at ?? null,
    /** Goes on to when somebody waits for, and lets that happen. */
    async goOn() {
      const due = waiting;
      if (!due) return;
      now = due.at;
      waiting = null;
      due.work();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const log = { warn: () => undefined };

describe('a periodic task', () => {
  it('runs when there is something to do, and otherwise now and then', async () => {
    const hand = handClock();
    const times: number[] = [];
    const answers = [new Date(1_000), null];
    const run = async (now: Date) => {
      times.push(now.getTime());
      return answers.shift() ?? null;
    };
    const end = startPeriodicTask({ name: 'test', everyMs: 5_000, run }, { log, clock: hand.clock });
    await hand.goOn();
    expect(hand.next()).toBe(1_000);
    await hand.goOn();
    expect(hand.next()).toBe(6_000);
    expect(times).toEqual([50, 1_000]);
    await end();
    expect(hand.next()).toBeNull();
  });

  it('goes on after a time that failed', async () => {
    const hand = handClock();
    const end = startPeriodicTask(
      { name: 'test', everyMs: 5_000, run: () => Promise.reject(new Error('the database is busy')) },
      { log, clock: hand.clock },
    );
    await hand.goOn();
    expect(hand.next()).toBe(5_050);
    await end();
  });
});
