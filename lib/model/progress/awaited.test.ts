import { describe, expect, it } from 'vitest';
import { awaitedOf } from './awaited';
import type { RunProgress } from './projection';
import { at, effect, now, over, phases, planned, run } from './testing/example-run';

const on = (host: string) => ({ host, unitId: host });
const NOWHERE = { unitId: null, host: null };
const STACK = { effect: 'stack.update', ...NOWHERE } as const;
const plan = [
  planned('', 0, STACK),
  planned('CreatePrimaryDC', 1, on('dc1')),
  planned('SetPassword', 1, on('web1')),
  planned('JoinDomain', 2, on('dc2')),
  planned('JoinDomain', 2, on('web1')),
  planned('InstallIIS', 3, on('web1')),
];
const cloud = (from: number, to: number | null = null) =>
  effect('Create 3 machines', from, to, to === null ? null : 'ok', { kind: 'stack.update', ...NOWHERE });
const primary = effect('CreatePrimaryDC', 5, null, null, on('dc1'));
const password = (to: number | null) => effect('SetPassword', 5, to, to === null ? null : 'ok', on('web1'));
const awaited = (deployment: RunProgress, second = 8) => {
  const found = awaitedOf(deployment, now(second));
  if (found === null) return null;
  const { doing, host, since, until, waiting } = found;
  return {
    ...{ doing, host, since: (since - now(0)) / 1000, until: until === null ? null : (until - now(0)) / 1000 },
    waiting: waiting.map(({ host: who, next }) => `${who} ${next.title}`),
  };
};

describe('what a run waits for', () => {
  it('is the cloud while it makes machines: all of them wait for it', () => {
    expect(awaited(run(plan, [cloud(0)]), 3)).toEqual({
      ...{ doing: 'stack', host: null, since: 0, until: 10 },
      waiting: ['dc1 CreatePrimaryDC', 'web1 SetPassword', 'dc2 JoinDomain'],
    });
  });

  it('is no wait of those that are only being made', () => {
    const made = ['dc1', 'web1'].map((host) => ({
      round: 0,
      resource: host,
      host,
      unitId: host,
      change: 'create' as const,
    }));
    const { plan: known, ...rest } = run(plan, [cloud(0)]);
    expect(awaited({ ...rest, plan: known && { ...known, machines: made } }, 3)?.waiting).toEqual(['dc2 JoinDomain']);
  });

  it('is no wait of a machine that has failed, until that is made good', () => {
    const failed = effect('SetPassword', 5, 7, 'failed', on('web1'));
    const effects = [cloud(0, 5), primary, failed];
    expect(awaited(run(plan, effects))?.waiting).toEqual(['dc2 JoinDomain']);
    const again = { ...password(8), id: 'again', seq: 90 };
    expect(awaited(run(plan, [...effects, again]), 9)?.waiting).toEqual(['dc2 JoinDomain', 'web1 JoinDomain']);
  });

  it('is a machine that starts, for its first step', () => {
    const deployment = run(plan, [cloud(0, 5), primary], { phases: phases([2, 'dc1', 'booting']) });
    expect(awaited(deployment)).toMatchObject({ doing: 'boot', host: 'dc1', since: 2, until: 15 });
  });

  it('is the step that will take longest, and whoever has nothing under way depends on it', () => {
    const slow = { ...password(null), startedAt: at(6) };
    expect(awaited(run(plan, [cloud(0, 5), primary, slow]))).toMatchObject({
      host: 'web1',
      waiting: ['dc2 JoinDomain'],
    });
    expect(awaited(run(plan, [cloud(0, 5), primary, password(7)]))).toEqual({
      ...{ doing: 'step', host: 'dc1', since: 5, until: 15 },
      waiting: ['dc2 JoinDomain', 'web1 JoinDomain'],
    });
  });

  it('is a restart, as long as it lasts', () => {
    const effects = [cloud(0, 5), primary, password(7)];
    const restarts = phases([2, 'dc1', 'booting'], [5, 'dc1', 'ready'], [11, 'dc1', 'rebooting']);
    expect(awaited(run(plan, effects, { phases: restarts }), 12)).toMatchObject({
      ...{ doing: 'restart', host: 'dc1', since: 11 },
      waiting: ['dc2 JoinDomain', 'web1 JoinDomain'],
    });
    const up = { ...restarts, ...phases([13, 'dc1', 'ready']) };
    expect(awaited(run(plan, effects, { phases: up }), 14)).toMatchObject({ doing: 'step', since: 5 });
  });

  it('is the first of what a machine was asked for, as it does one thing after the other', () => {
    const first = effect('SetPassword', 4, null, null, on('dc1'));
    expect(awaitedOf(run(plan, [cloud(0, 4), first, primary]), now(8))?.effect.title).toBe('SetPassword');
  });

  it('is known of a run that nobody could plan, without who depends on it', () => {
    expect(awaited(run(null, [primary]))).toEqual({ doing: 'step', host: 'dc1', since: 5, until: null, waiting: [] });
  });

  it('is nothing between two steps, and once the run is over', () => {
    expect(awaitedOf(run(plan, [cloud(0, 5)]), now(5))).toBeNull();
    expect(awaitedOf(run(plan, [primary], over('failed', 9)), now(9))).toBeNull();
  });
});
