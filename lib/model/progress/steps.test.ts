import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EffectProgress, PlannedStep, RunPlan, RunProgress } from './projection';
import { workOver } from './remaining-time';
import { countSteps } from './steps';
import { effect, made, now, over, phases, planned, run } from './testing/example-run';
import { timeLeft } from './time-left';

describe('counting the steps of a deployment', () => {
  const plan = [planned('a', 0), planned('b', 1), planned('c', 1)];

  it('has one total from the first moment to the end: that of the plan', () => {
    const totals = [
      run(plan, []),
      run(plan, [effect('a', 0)]),
      run(plan, [effect('a', 0, 9), effect('b', 9), effect('c', 9)]),
      run(plan, [effect('a', 0, 9), effect('b', 9, 19), effect('c', 9, 20)], over('success', 20)),
    ].map((deployment) => countSteps(deployment, now(10)));
    expect(totals.map(({ done, total }) => [done, total])).toEqual([
      [0, 3],
      [0, 3],
      [1, 3],
      [3, 3],
    ]);
    for (const { more, fewer, atLeast } of totals) expect([more, fewer, atLeast]).toEqual([[], [], false]);
  });

  it('names what comes in addition, and what was not needed', () => {
    const extra = run(plan, [effect('a', 0, 9), effect('x', 9)]);
    expect(countSteps(extra, now(10))).toMatchObject({ done: 1, total: 4, more: [{ title: 'x', host: 'x' }] });
    const skipped = run(plan, [effect('a', 0, 9), effect('b', 9, 19)], over('success', 19));
    expect(countSteps(skipped, now(20))).toMatchObject({ done: 2, total: 2, fewer: [{ title: 'c' }] });
  });

  it('counts a step that is done again after it failed as the same step', () => {
    const again = run(plan, [effect('a', 0, 5, 'failed'), effect('a', 6, 12), effect('b', 12)]);
    expect(countSteps(again, now(13))).toMatchObject({ done: 1, failed: 0, running: 1, total: 3, more: [] });
  });

  it('tells steps of one name on one machine apart', () => {
    const twice = run([planned('a', 0), planned('a', 1)], [effect('a', 0, 5), effect('a', 6)]);
    expect(countSteps(twice, now(7))).toMatchObject({ done: 1, total: 2, more: [] });
  });

  it('knows no total while nobody planned, and only a least one when the dry run came to no end', () => {
    expect(countSteps(run(null, [effect('a', 0, 9), effect('b', 9)]), now(10))).toMatchObject({
      done: 1,
      total: null,
      fraction: null,
    });
    expect(countSteps(run(null, [effect('a', 0, 9)], over('success', 9)), now(10))).toMatchObject({
      done: 1,
      total: 1,
      fraction: 1,
    });
    const cut = { ...run(plan, []), plan: { steps: plan, machines: [], boot: null, complete: false } };
    expect(countSteps(cut, now(1))).toMatchObject({ total: 3, atLeast: true, planCut: true });
  });

  it('counts a failure as not done', () => {
    const failed = run(plan, [effect('a', 0, 9), effect('b', 9, 12, 'failed')], over('failed', 12));
    expect(countSteps(failed, now(99))).toMatchObject({ done: 1, failed: 1, running: 0, total: 3 });
  });

  it('goes by time: it moves while a long step runs, never goes back, and is at the end only when all is over', () => {
    const effects = [effect('a', 0, 9), effect('b', 9, 30), effect('x', 12, 14), effect('c', 9, 19)];
    const fractions = Array.from({ length: 31 }, (_, second) => {
      const then = effects
        .filter((one) => Date.parse(one.startedAt ?? '') <= now(second))
        .map((one) =>
          Date.parse(one.endedAt ?? '') <= now(second) ? one : { ...one, endedAt: null, outcome: null, endSeq: 0 },
        );
      return countSteps(run(plan, then), now(second)).fraction ?? Number.NaN;
    });
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(new Set(fractions.slice(0, 9)).size).toBe(9);
    expect(fractions.at(-1)).toBeLessThan(1);
  });
});

describe('the share of a run that is over', () => {
  const plan = [planned('a', 0), planned('b', 1)];
  const share = (deployment: RunProgress, second: number) => countSteps(deployment, now(second)).fraction ?? Number.NaN;

  it('does not go back when a step fails and is done again, nor when the run ends there', () => {
    const first = effect('a', 0, 6, 'failed');
    const again = effect('a', 7);
    const shares = [
      share(run(plan, [effect('a', 0)]), 6),
      share(run(plan, [first]), 6),
      share(run(plan, [first, again]), 8),
      share(run(plan, [first, again]), 12),
      share(run(plan, [first, again]), 16),
      share(run(plan, [first, effect('a', 7, 16, 'failed')], over('failed', 16)), 99),
    ];
    expect(shares.map((one) => Math.round(one * 100))).toEqual([30, 30, 30, 30, 45, 45]);
  });

  it('does not go back while a machine starts, which may take longer or be quicker', () => {
    const cloud = effect('x', 0, 10, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const steps = [planned('', 0, { effect: 'stack.update', unitId: null, host: null }), planned('a', 1)];
    for (const up of [15, 30, 50]) {
      const shares = Array.from({ length: up + 10 }, (_, second) => {
        const seen = phases(
          [5, 'a', 'booting'],
          ...(second >= up ? [[up, 'a', 'ready'] as [number, string, 'ready']] : []),
        );
        const asked = second < 10 ? [{ ...cloud, outcome: null, endedAt: null }] : [cloud, effect('a', 10)];
        const plan = { steps, ...made('a'), complete: true };
        return share(run(null, asked, { plan, ...(second < 5 ? {} : { phases: seen }) }), second);
      });
      expect(shares).toEqual([...shares].sort((one, other) => one - other));
      expect(shares.at(-1)).toBeGreaterThan(0.9);
    }
  });

  it('goes on evenly where a machine starts much quicker than it did before', () => {
    const CLOUD = { effect: 'stack.update', unitId: null, host: null } as const;
    const steps = [planned('', 0, CLOUD), ...[1, 2, 3, 4, 5, 6, 7].map((round) => planned('a', round))];
    const slow = { lowMs: 280_000, typicalMs: 300_000, highMs: 350_000, runs: 1 };
    const plan = { steps, ...made('a'), boot: slow, complete: true };
    const cloud = effect('x', 0, 10, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const starting = run(null, [cloud, effect('a', 10)], { plan, phases: phases([10, 'a', 'booting']) });
    const up = { ...starting, phases: phases([10, 'a', 'booting'], [28, 'a', 'ready']) };
    expect(share(starting, 28)).toBeCloseTo(28 / 380);
    expect(share(up, 28)).toBeCloseTo(28 / 98);
  });

  it('never goes back, and a step that ends moves it by what was expected of it at most', () => {
    fc.assert(
      fc.property(anyRun, ({ steps, spans }) => {
        let last = 0;
        for (const { second, ending } of instantsOf(spans)) {
          const before = run(steps, effectsAt(steps, spans, second, ending));
          const { doneMs, restMs } = workOver(before.plan as RunPlan, before, now(second));
          const was = share(before, second);
          const is = share(run(steps, effectsAt(steps, spans, second, null)), second);
          const own = ending === null ? 0 : (steps[ending]?.estimate.typicalMs ?? 0);
          expect(was).toBeGreaterThanOrEqual(last - TINY);
          expect(is).toBeGreaterThanOrEqual(was - TINY);
          expect(is - was).toBeLessThanOrEqual(own / Math.max(1, doneMs + restMs) + TINY);
          last = is;
        }
      }),
    );
  });
});

/** What sums of fractions may be wrong by. */
const TINY = 1e-9;

interface RealSpan {
  from: number;
  to: number;
}

/** Rounds of steps side by side, each on a machine of its own, and when each really began and ended, in seconds. */
const anyRun = fc
  .array(
    fc.array(fc.record({ typical: fc.integer({ min: 1, max: 600 }), took: fc.integer({ min: 1, max: 600 }) }), {
      ...{ minLength: 1, maxLength: 4 },
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rounds) => {
    const steps: PlannedStep[] = [];
    const spans: RealSpan[] = [];
    let from = 0;
    rounds.forEach((round, at) => {
      for (const { typical, took } of round) {
        const estimate = { lowMs: typical * 900, typicalMs: typical * 1000, highMs: typical * 1500, runs: 3 };
        steps.push(planned(`step${steps.length}`, at, { estimate }));
        spans.push({ from, to: from + took });
      }
      from = Math.max(...spans.map(({ to }) => to));
    });
    return { steps, spans };
  });

/** Each end, and moments between them, in the order of time; of ends of one moment one after the other. */
function instantsOf(spans: readonly RealSpan[]): { second: number; ending: number | null }[] {
  const ends = spans.map(({ to }, ending) => ({ second: to - ending / 1000, ending }));
  const between = spans.map(({ from, to }) => ({ second: (from + to) / 2, ending: null }));
  return [...ends, ...between].sort((one, other) => one.second - other.second);
}

/** What has begun by then, and what of it has ended but one that is about to. */
function effectsAt(
  steps: readonly PlannedStep[],
  spans: readonly RealSpan[],
  second: number,
  ending: number | null,
): EffectProgress[] {
  return spans.flatMap(({ from, to }, at) => {
    const end = to - at / 1000;
    const isOver = end <= second && at !== ending;
    return from > second ? [] : [effect(steps[at]?.title ?? '', from, isOver ? end : null)];
  });
}

describe('the time a deployment still needs', () => {
  const plan = [planned('a', 0), planned('b', 1), planned('c', 2)];

  it('is that of the steps to come, those under way from their beginning', () => {
    expect(timeLeft(run(plan, [effect('a', 0)]), now(4))).toEqual({
      kind: 'range',
      lowMs: expect.any(Number),
      highMs: expect.any(Number),
      measured: true,
    });
    const left = timeLeft(run(plan, [effect('a', 0, 9), effect('b', 9)]), now(13));
    expect(left).toMatchObject({ kind: 'range', lowMs: expect.any(Number) });
    if (left?.kind !== 'range') throw new Error('a range');
    expect(left.lowMs).toBeGreaterThan(8_000);
    expect(left.highMs).toBeGreaterThan(left.lowMs);
    expect(left.highMs).toBeLessThan(30_000);
  });

  it('counts what has never run too, and says so: never six seconds before eighty', () => {
    const never = plan.map((step) => ({
      ...step,
      estimate: { lowMs: 20_000, typicalMs: 40_000, highMs: 80_000, runs: 0 },
    }));
    const left = timeLeft(run(never, [effect('a', 0)]), now(35));
    expect(left).toMatchObject({ kind: 'range', measured: false });
    expect(left?.kind === 'range' && left.lowMs).toBeGreaterThan(40_000);
  });

  it('takes only the longest of what runs side by side', () => {
    const beside = [planned('a', 0), planned('b', 0), planned('c', 0)];
    expect(timeLeft(run(beside, []), now(0))).toMatchObject({ lowMs: 8_000, highMs: 14_000 });
  });

  it('says when a step takes longer than expected, and what comes after it', () => {
    const late = timeLeft(run(plan, [effect('a', 0)]), now(20));
    expect(late).toMatchObject({
      kind: 'overdue',
      step: { effect: { title: 'a' }, doing: 'step', usualMs: 10_000, elapsedMs: 20_000, over: false },
    });
    expect(late?.kind === 'overdue' && late.restMs).toBe(20_000);
  });

  it('goes by how fast machines are', () => {
    const fast = { speed: 4 };
    expect(
      timeLeft(run(plan, [effect('a', 0, 2, 'ok', fast), effect('b', 2, null, null, fast)]), now(2)),
    ).toMatchObject({ lowMs: expect.closeTo(4_300, -3), highMs: expect.closeTo(6_400, -3) });
  });

  it('is not told of one that is over, was not planned, or was not planned to its end', () => {
    expect(timeLeft(run(plan, [], over('failed', 3)), now(4))).toBeNull();
    expect(timeLeft(run(null, []), now(4))).toBeNull();
    expect(
      timeLeft({ ...run(plan, []), plan: { steps: plan, machines: [], boot: null, complete: false } }, now(4)),
    ).toBeNull();
    expect(timeLeft(run([], []), now(4))).toBeNull();
  });
});
