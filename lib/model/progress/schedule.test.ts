import { describe, expect, it } from 'vitest';
import type { RunProgress } from './projection';
import { scheduleOf } from './schedule';
import { effect, made, now, over, phases, planned, run } from './testing/example-run';

const STACK = { effect: 'stack.update', unitId: null, host: null } as const;
/** `title state from-to` of each step, in seconds since the start. */
const laidOut = (deployment: RunProgress, second: number) =>
  scheduleOf(deployment, now(second))?.steps.map(
    ({ step, state, from, to }) => `${step.title} ${state} ${(from - now(0)) / 1000}-${(to - now(0)) / 1000}`,
  );

describe('the schedule of a run', () => {
  const plan = [planned('', 0, STACK), planned('a', 1), planned('b', 1), planned('c', 2)];

  it('has a place for every planned step from the first moment on: rounds follow each other', () => {
    expect(laidOut(run(plan, []), 0)).toEqual([
      ' planned 0-10',
      'a planned 10-20',
      'b planned 10-20',
      'c planned 20-30',
    ]);
    expect(scheduleOf(run(plan, []), now(0))?.endMs).toBe(now(30));
  });

  it('goes on from what has happened: what was quicker or slower moves what follows', () => {
    const cloud = effect('x', 0, 4, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const deployment = run(plan, [cloud, effect('a', 4, 9), effect('b', 4)]);
    expect(laidOut(deployment, 10)).toEqual([' over 0-4', 'a over 4-9', 'b running 4-14', 'c planned 14-24']);
    expect(laidOut(deployment, 15)).toContain('b running 4-16.5');
    expect(laidOut(deployment, 40)).toEqual([' over 0-4', 'a over 4-9', 'b running 4-40', 'c planned 40-50']);
  });

  it('lets each machine do one thing after the other, once it is up', () => {
    const on = (host: string) => ({ host, unitId: host });
    const steps = [
      planned('', 0, STACK),
      planned('first', 1, on('a')),
      planned('second', 1, on('a')),
      planned('only', 1, on('b')),
      planned('last', 2, on('b')),
    ];
    const plan = { steps, ...made('a'), complete: true };
    const boots = (deployment: RunProgress, second: number) =>
      scheduleOf(deployment, now(second))?.boots.map(
        ({ machine, state, from, to }) => `${machine.host} ${state} ${(from - now(0)) / 1000}-${(to - now(0)) / 1000}`,
      );
    const fresh = run(null, [], { plan });
    expect(boots(fresh, 0)).toEqual(['a planned 10-30']);
    expect(laidOut(fresh, 0)).toEqual([
      ' planned 0-10',
      'first planned 30-40',
      'second planned 40-50',
      'only planned 10-20',
      'last planned 50-60',
    ]);

    const cloud = effect('x', 0, 8, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const asked = [
      cloud,
      effect('first', 8, null, null, on('a')),
      effect('second', 8, null, null, { ...on('a'), id: 'second' }),
      effect('only', 8, null, null, { ...on('b'), id: 'only' }),
    ];
    const starting = run(null, asked, { plan, phases: phases([2, 'a', 'booting']) });
    expect(boots(starting, 10)).toEqual(['a running 2-28']);
    expect(laidOut(starting, 10)).toEqual([
      ' over 0-8',
      'first queued 28-38',
      'second queued 38-48',
      'only running 8-18',
      'last planned 48-58',
    ]);

    const up = run(null, asked, { plan, phases: phases([2, 'a', 'booting'], [25, 'a', 'ready']) });
    expect(boots(up, 26)).toEqual(['a over 2-25']);
    expect(laidOut(up, 26)?.slice(1, 3)).toEqual(['first running 25-35', 'second queued 35-45']);
  });

  it('takes a machine of which the cloud tells nothing to be up when machines usually are, or once it has worked', () => {
    const plan = { steps: [planned('', 0, STACK), planned('a', 1), planned('a', 2)], ...made('a'), complete: true };
    const cloud = effect('x', 0, 10, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const silent = run(null, [cloud, effect('a', 10)], { plan });
    expect(laidOut(silent, 20)).toEqual([' over 0-10', 'a queued 30-40', 'a planned 40-50']);
    const worked = run(null, [cloud, effect('a', 10, 24)], { plan });
    expect(laidOut(worked, 24)).toEqual([' over 0-10', 'a over 10-24', 'a planned 24-34']);
  });

  it('goes by how fast machines are now', () => {
    const fast = { speed: 5 };
    const cloud = effect('x', 0, 2, 'ok', { kind: 'stack.update', unitId: null, host: null, ...fast });
    expect(laidOut(run(plan, [cloud]), 2)).toEqual([' over 0-2', 'a planned 2-4', 'b planned 2-4', 'c planned 4-6']);
  });

  it('of a run that is over has what happened, and where it ended what never began', () => {
    const cloud = effect('x', 0, 4, 'ok', { kind: 'stack.update', unitId: null, host: null });
    const failed = run(plan, [cloud, effect('a', 4, 9, 'failed'), effect('b', 4, 12)], over('failed', 12));
    expect(laidOut(failed, 99)).toEqual([' over 0-4', 'a over 4-9', 'b over 4-12', 'c dropped 12-12']);
  });

  it('is nothing while nobody knows what there is to do', () => {
    expect(scheduleOf(run(null, [effect('a', 0)]), now(1))).toBeNull();
  });

  it('of a thousand machines is laid out quickly enough for every second', () => {
    const hosts = Array.from({ length: 1_000 }, (_, number) => `web${number}`);
    const steps = [1, 2, 3].flatMap((round) =>
      hosts.map((host) => planned(`step${round}`, round, { host, unitId: host })),
    );
    const effects = hosts.map((host) => effect(`step1`, 0, 9, 'ok', { id: host, unitId: host, host }));
    const schedule = scheduleOf(run(steps, effects), now(9));
    expect(schedule?.steps.filter(({ state }) => state === 'over')).toHaveLength(1_000);
    expect(schedule?.endMs).toBe(now(29));
  });
});
