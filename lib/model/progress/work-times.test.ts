import { describe, expect, it } from 'vitest';
import { type EffectProgress, emptyRun, type MachinePhase, type RunProgress } from './projection';
import { workTimes } from './work-times';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (second: number) => new Date(START + second * 1000).toISOString();
const effect = (id: string, unitId: string | null, from: number, to: number | null) =>
  ({
    ...{ id, unitId, seq: from + 1, kind: unitId === null ? 'stack.update' : 'plan', title: id, host: unitId },
    ...{ startedAt: at(from), endedAt: to === null ? null : at(to), outcome: to === null ? null : 'ok' },
  }) as EffectProgress;
const phase = (seq: number, host: string, name: MachinePhase['phase'], second: number) =>
  ({ seq, unitId: host, host, phase: name, at: at(second) }) as MachinePhase;
const run = (effects: EffectProgress[], phases: MachinePhase[] = []): RunProgress => ({
  ...emptyRun('d'),
  startedAt: at(0),
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
  phases: Object.fromEntries(phases.map((one) => [one.seq, one])),
});
const times = (deployment: RunProgress, now = 60) =>
  workTimes(deployment, START + now * 1000).map(({ id, from, to }) => [id, (from - START) / 1000, (to - START) / 1000]);

describe('when a run was at what', () => {
  it('counts a step from when its machine began with it', () => {
    const steps = [effect('a', 'u', 2, 6), effect('b', 'u', 3, 9), effect('c', 'v', 3, 4)];
    expect(times(run(steps))).toEqual([
      ['a', 2, 6],
      ['b', 6, 9],
      ['c', 3, 4],
    ]);
  });

  it('counts a start from when the cloud had made the machine, and the first step from when it was up', () => {
    const steps = [effect('stack', null, 0, 12), effect('password', 'u', 12, 40)];
    const phases = [phase(2, 'u', 'booting', 8), phase(3, 'u', 'ready', 37), phase(4, 'u', 'rebooting', 38)];
    expect(times(run(steps, phases))).toEqual([
      ['stack', 0, 12],
      ['password', 37, 40],
      ['start-u', 12, 37],
    ]);
  });

  it('lets a start go on until now, and what waits for it take no time', () => {
    const steps = [effect('stack', null, 0, 12), effect('password', 'u', 12, null)];
    expect(times(run(steps, [phase(2, 'u', 'booting', 8)]))).toEqual([
      ['stack', 0, 12],
      ['password', 60, 60],
      ['start-u', 12, 60],
    ]);
  });

  it('takes nothing from a step that was over before its machine was made anew', () => {
    const steps = [effect('old', 'u', 1, 4), effect('stack', null, 5, 10), effect('new', 'u', 10, 30)];
    expect(times(run(steps, [phase(2, 'u', 'booting', 9), phase(3, 'u', 'ready', 20)]))).toEqual([
      ['old', 1, 4],
      ['start-u', 10, 20],
      ['stack', 5, 10],
      ['new', 20, 30],
    ]);
  });
});
