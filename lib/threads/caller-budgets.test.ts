import { describe, expect, it } from 'vitest';
import { countedInThread, createCallerBudgets } from './caller-budgets';

/** Budgets of so many seconds a minute, by clocks that the test sets. */
function withClocks(secondsPerMinute: number) {
  const time = { now: 0, active: 0 };
  const budgets = createCallerBudgets(secondsPerMinute, { now: () => time.now, active: () => time.active });
  const compute = (ms: number) => {
    time.now += ms;
    time.active += ms;
  };
  const wait = (ms: number) => {
    time.now += ms;
  };
  /** @returns seconds until the caller is served again; null: they are */
  const refusal = async (caller: string): Promise<number | null> => {
    let seconds: number | null = null;
    await budgets
      .run(caller, async () => {})
      .catch((error) => {
        expect(error).toMatchObject({ kind: 'limit_exceeded', code: 'processor_time_used_up' });
        seconds = error.retryAfterSeconds;
      });
    return seconds;
  };
  return { budgets, compute, wait, refusal };
}

describe('processor time of a caller', () => {
  it('is counted in the event loop and in threads, not while the world is waited for', async () => {
    const { budgets, compute, wait, refusal } = withClocks(10);
    await budgets.run('a', async () => {
      compute(3_000);
      wait(50_000);
      await countedInThread(async () => wait(6_000));
    });
    expect(await refusal('a')).toBeNull();
    await budgets.run('a', async () => {
      await countedInThread(async () => wait(9_000));
      await countedInThread(async () => wait(9_000));
    });
    // 10 a minute: 27 used, 10 of which came back meanwhile, and a second is wanted
    expect(await refusal('a')).toBeGreaterThan(1);
    expect(await refusal('b')).toBeNull();
  });

  it('comes back over a minute, and not beyond what it was', async () => {
    const { budgets, compute, wait, refusal } = withClocks(6);
    await budgets.run('a', async () => compute(16_000));
    // 10 too many, 1.6 of which came back meanwhile, and a tenth is wanted: at 0.1 a second
    expect(await refusal('a')).toBe(85);
    wait(84_000);
    expect(await refusal('a')).toBe(1);
    wait(10_000);
    expect(await refusal('a')).toBeNull();
    wait(3_600_000);
    await budgets.run('a', async () => compute(6_700));
    expect(await refusal('a')).toBe(2);
  });

  it('is shared by those for whom the event loop may have worked', async () => {
    const { budgets, compute, refusal } = withClocks(10);
    await budgets.run('a', () => budgets.run('b', async () => compute(19_000)));
    expect(await refusal('a')).toBeNull();
    expect(await refusal('b')).toBeNull();
    await budgets.run('a', async () => compute(19_000));
    expect(await refusal('a')).toBeGreaterThan(0);
    expect(await refusal('b')).toBeNull();
  });

  it('is not that of who has a thread work meanwhile', async () => {
    const { budgets, compute, wait, refusal } = withClocks(10);
    await budgets.run('a', () => countedInThread(() => budgets.run('b', async () => compute(5_000))));
    await budgets.run('a', () => countedInThread(async () => wait(4_000)));
    expect(await refusal('a')).toBeNull();
    expect(await refusal('b')).toBeNull();
  });

  it('of many requests at once counts before it is known', async () => {
    const { budgets, refusal } = withClocks(3);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const underWay = Array.from({ length: 30 }, () => budgets.run('a', () => ended));
    expect(await refusal('a')).toBe(2);
    end();
    await Promise.all(underWay);
    expect(await refusal('a')).toBeNull();
  });

  it('is not counted for what goes on afterwards, nor without a limit', async () => {
    const { budgets, wait, refusal } = withClocks(1);
    let goesOn: Promise<void> = Promise.resolve();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await budgets.run('a', async () => {
      goesOn = begun.then(() => countedInThread(async () => wait(90_000)));
    });
    begin();
    await goesOn;
    expect(await refusal('a')).toBeNull();
    const unlimited = withClocks(0);
    await unlimited.budgets.run('a', async () => unlimited.compute(900_000));
    expect(await unlimited.refusal('a')).toBeNull();
  });
});
