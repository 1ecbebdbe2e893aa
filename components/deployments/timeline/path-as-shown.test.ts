import { describe, expect, it } from 'vitest';
import { criticalPath } from '@/lib/model/progress/critical-path';
import { type EffectProgress, emptyRun, type RunProgress } from '@/lib/model/progress/projection';
import { exampleDomain, exampleEnvironment, exampleUnit } from '@/lib/model/topology/example';
import { pathAsShown } from './path-as-shown';
import { timelineGroups } from './rows';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const second = (at: number) => new Date(START + at * 1000).toISOString();
const UNIT = exampleUnit('1', { state: { hostname: 'dc1' } });

describe('the chain of steps that determined the end', () => {
  const first = { id: 'e1', kind: 'plan', title: 'Create primary DC', unitId: UNIT.id, host: 'dc1' };
  const effect = { ...first, startedAt: second(12), endedAt: second(33), outcome: 'ok' } as EffectProgress;
  const run: RunProgress = {
    ...emptyRun('r'),
    ...{ startedAt: second(0), finishedAt: second(40), outcome: 'success' },
    effects: { e1: effect },
  };
  const path = criticalPath(run, START);
  const groups = timelineGroups(run, exampleEnvironment(exampleDomain({ units: [UNIT] })), new Map());

  it('tells a step that waited for its machine to start as long as its bar is', () => {
    const later = groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => ({
        ...row,
        segments: row.segments.map((one) => (one.effectId === 'e1' ? { ...one, from: START + 19_000 } : one)),
      })),
    }));
    expect(pathAsShown(path, later).map(({ from, to }) => to - from)).toEqual([14_000]);
  });

  it('tells of a step that has no bar what is known', () => {
    expect(pathAsShown(path, [])).toEqual(path);
  });
});
