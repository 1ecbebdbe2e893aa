import { describe, expect, it } from 'vitest';
import { endWithRoom, overrunsOf } from './overruns';
import type { RunProgress } from './projection';
import { effect, made, now, over, phases, planned, run } from './testing/example-run';

const plan = [planned('dc1', 0), planned('web1', 1), planned('web2', 1)];

describe('an estimate that was wrong', () => {
  it('is told while the step runs, with what is being done', () => {
    const running = run(plan, [effect('dc1', 0)]);
    expect(overrunsOf(running, now(14))).toEqual([]);
    expect(overrunsOf(running, now(15))).toMatchObject([
      { effect: { title: 'dc1' }, doing: 'step', usualMs: 10_000, elapsedMs: 15_000, over: false },
    ]);
    const restarting = { ...running, phases: phases([9, 'dc1', 'rebooting']) };
    expect(overrunsOf(restarting, now(15))).toMatchObject([{ doing: 'restart' }]);
  });

  it('is told of steps that are over, what lost most time first', () => {
    const effects = [effect('dc1', 0, 16), effect('web1', 16, 46), effect('web2', 16, 20)];
    expect(overrunsOf(run(plan, effects, over('success', 46)), now(999))).toMatchObject([
      { effect: { title: 'web1' }, usualMs: 10_000, elapsedMs: 30_000, over: true },
      { effect: { title: 'dc1' }, usualMs: 10_000, elapsedMs: 16_000, over: true },
    ]);
  });

  it('does not count what a machine did before it began with the step', () => {
    const steps = { steps: [planned('', 0, { effect: 'stack.update', unitId: null, host: null }), planned('a', 1)] };
    const cloud = effect('x', 0, 10, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const seen = phases([5, 'a', 'booting'], [30, 'a', 'ready']);
    const deployment = run(null, [cloud, effect('a', 10)], {
      plan: { ...steps, ...made('a'), complete: true },
      phases: seen,
    });
    expect(overrunsOf(deployment, now(40))).toEqual([]);
    expect(overrunsOf(deployment, now(45))).toMatchObject([{ usualMs: 10_000, elapsedMs: 15_000 }]);
  });

  it('is in real time where simulated machines are quicker', () => {
    const fast = run(plan, [effect('dc1', 0, null, null, { speed: 5 })]);
    expect(overrunsOf(fast, now(3))).toMatchObject([{ usualMs: 2_000, elapsedMs: 3_000 }]);
  });
});

describe('what a time axis has room for', () => {
  const seconds = (deployment: RunProgress, second: number) => {
    const end = endWithRoom(deployment, now(second));
    return end === null ? null : (end - now(0)) / 1000;
  };

  it('stays the same while an estimate is overrun as far as nine of ten are, and grows with what is later still', () => {
    const running = run(plan, [effect('dc1', 0)]);
    const room = seconds(running, 1) ?? Number.NaN;
    expect(room).toBeGreaterThan(24);
    expect([5, 11, 13].map((second) => seconds(running, second))).toEqual([room, room, room]);
    expect(seconds(running, 60)).toBe(70);
  });

  it('is no more than half as much again as usual, and nothing before a step tells how fast machines are', () => {
    const vague = plan.map((step) => ({ ...step, estimate: { ...step.estimate, highMs: 300_000, runs: 0 } }));
    expect(seconds(run(vague, [effect('dc1', 0)]), 1)).toBe(30);
    expect(seconds(run(vague, [effect('dc1', 0, null, null, { speed: 5 })]), 1)).toBe(6);
    expect([seconds(run(vague, []), 1), seconds(run(null, [effect('dc1', 0)]), 1)]).toEqual([null, null]);
  });
});
