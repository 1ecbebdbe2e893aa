import { describe, expect, it } from 'vitest';
import { type EffectProgress, emptyRun, type RunProgress } from '@/lib/model/progress/projection';
import { unitTimes } from './unit-times';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (second: number) => new Date(START + second * 1000).toISOString();
const step = (title: string, unitId: string, from: number, to: number | null): EffectProgress => ({
  ...{ id: title, title, unitId, seq: from + 1, endSeq: to ?? 0, kind: 'plan', serviceId: null, host: null },
  ...{
    template: null,
    stackChange: null,
    speed: 1,
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
    outcome: to === null ? null : 'ok',
  },
  ...{ durationMs: null, problem: null },
});
const run = (...effects: EffectProgress[]): RunProgress => ({
  ...emptyRun('d'),
  startedAt: at(0),
  effects: Object.fromEntries(effects.map((effect) => [effect.id, effect])),
});

describe('where the time of a machine went', () => {
  it('counts steps that overlap once, and the gaps before and between as waiting', () => {
    const times = unitTimes(run(step('JoinDomain', 'u', 2, 6), step('b', 'u', 5, 8), step('c', 'u', 10, 11)), 'u', 0);
    expect(times).toMatchObject({
      workedMs: 7000,
      waitedMs: 4000,
      steps: 3,
      longest: { step: { title: 'JoinDomain' }, ms: 4000 },
    });
  });

  it('ends what still runs now, and leaves out what others did', () => {
    expect(unitTimes(run(step('a', 'u', 1, null), step('b', 'v', 0, 50)), 'u', START + 9000)).toMatchObject({
      workedMs: 8000,
      steps: 1,
    });
  });

  it('is nothing for a machine without steps', () => {
    expect(unitTimes(run(), 'u', START)).toEqual({ workedMs: 0, waitedMs: 0, steps: 0, longest: null });
  });
});
