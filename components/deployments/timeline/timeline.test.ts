import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endWithRoom } from '@/lib/model/progress/overruns';
import { type EffectProgress, emptyRun, type PlannedStep, type RunProgress } from '@/lib/model/progress/projection';
import { exampleDomain, exampleEnvironment, exampleUnit } from '@/lib/model/topology/testing/example';
import { place, ticks, timeWindow } from './positioning';
import { timelineGroups, until } from './rows';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const UNIT = '1'.repeat(32);
const MODEL = exampleEnvironment(exampleDomain({ units: [exampleUnit('1', { state: { hostname: 'dc1' } })] }));

const effect = (id: string, from: number, to: number | null, more: Partial<EffectProgress> = {}): EffectProgress => ({
  ...{ id, seq: from + 1, endSeq: to ?? 0, kind: 'plan', title: 'CreatePrimaryDC', unitId: UNIT, serviceId: null },
  ...{
    host: 'dc1',
    template: null,
    stackChange: null,
    speed: 1,
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
  },
  ...{ outcome: to === null ? null : 'ok', durationMs: null, problem: null },
  ...more,
});
const deployment = (effects: EffectProgress[], more: Partial<RunProgress> = {}): RunProgress => ({
  ...emptyRun('d'),
  startedAt: at(0),
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
  ...more,
});
const phase = (seq: number, name: 'booting' | 'ready' | 'rebooting', second: number) => ({
  [seq]: { seq, host: 'dc1', unitId: UNIT, phase: name, at: at(second) },
});
/** The rows as the page shows them at an instant. */
const rowsAt = (
  progress: RunProgress,
  model: typeof MODEL,
  units: Parameters<typeof timelineGroups>[2],
  now: number,
  critical?: ReadonlySet<string>,
) => until(timelineGroups(progress, model, units, critical), now);
const segments = (progress: RunProgress, now: number) =>
  rowsAt(progress, MODEL, new Map(), START + now * 1000)
    .flatMap((group) => group.rows)
    .find((row) => row.unitId === UNIT)
    ?.segments.map((one) => [one.kind, one.state, (one.from - START) / 1000, (one.to - START) / 1000]);

describe('the rows of the timeline', () => {
  it('put every unit under its service, and the cloud before them', () => {
    const stack = effect('s', 0, 3, { kind: 'stack.update', unitId: null, title: 'Create machines' });
    const groups = rowsAt(deployment([stack]), MODEL, new Map(), START + 5000);
    expect(groups.map((group) => [group.title, group.rows.map((row) => row.title)])).toEqual([
      [null, [null]],
      ['acme.local', ['dc1']],
    ]);
  });

  it('show a finished step, a running one, and the wait between them', () => {
    expect(segments(deployment([effect('a', 1, 3), effect('b', 6, null)]), 9)).toEqual([
      ['waiting', 'waiting', 0, 1],
      ['effect', 'ok', 1, 3],
      ['waiting', 'waiting', 3, 6],
      ['effect', 'running', 6, 9],
    ]);
  });

  it('show no wait as long as anything goes on, however steps overlap', () => {
    expect(segments(deployment([effect('a', 0, 6), effect('b', 1, 3), effect('c', 8, null)]), 9)).toEqual([
      ['effect', 'ok', 0, 6],
      ['effect', 'ok', 1, 3],
      ['waiting', 'waiting', 6, 8],
      ['effect', 'running', 8, 9],
    ]);
  });

  it('show the machine start and restart', () => {
    const phases = {
      ...phase(1, 'booting', 0),
      ...phase(2, 'ready', 2),
      ...phase(3, 'rebooting', 4),
      ...phase(4, 'ready', 5),
    };
    expect(segments(deployment([effect('a', 2, 6)], { phases, finishedAt: at(6), outcome: 'success' }), 60)).toEqual([
      ['boot', 'ok', 0, 2],
      ['effect', 'ok', 2, 6],
      ['restart', 'ok', 4, 5],
    ]);
  });

  it('stop at the end of the deployment: what was left unfinished was cut short', () => {
    expect(segments(deployment([effect('a', 0, null)], { finishedAt: at(4), outcome: 'cancelled' }), 60)).toEqual([
      ['effect', 'cancelled', 0, 4],
    ]);
  });

  it('let a machine that is ready wait for nothing', () => {
    const kinds = (state: 'ready' | 'waiting') =>
      rowsAt(deployment([effect('a', 0, 2)]), MODEL, new Map([[UNIT, { title: 'dc1', state }]]), START + 9000)
        .flatMap((group) => group.rows)
        .flatMap((row) => row.segments.map((segment) => segment.kind));
    expect(kinds('waiting')).toEqual(['effect', 'waiting']);
    expect(kinds('ready')).toEqual(['effect']);
  });

  it('mark the steps that determined the end', () => {
    const both = deployment([effect('a', 0, 2), effect('b', 2, 4)]);
    const row = rowsAt(both, MODEL, new Map(), START + 5000, new Set(['b']))[0]?.rows[0];
    const steps = row?.segments.filter((segment) => segment.kind === 'effect');
    expect(steps?.map((segment) => segment.critical)).toEqual([false, true]);
  });

  it('tell how many of a running step’s commands are done', () => {
    const command = {
      seq: 2,
      effectId: 'a',
      host: 'dc1',
      command: 'X',
      index: 0,
      count: 4,
      ok: true,
      executed: true,
      at: at(1),
    };
    const group = rowsAt(
      deployment([effect('a', 0, null)], { commands: { 'a/0': command } }),
      MODEL,
      new Map(),
      START + 2000,
    );
    expect(group[0]?.rows[0]?.segments[0]?.progress).toBe(0.25);
  });

  it('stay the same from second to second where nothing runs', () => {
    const both = deployment([effect('a', 0, 2), effect('s', 0, null, { kind: 'stack.update', unitId: null })]);
    const groups = timelineGroups(both, MODEL, new Map([[UNIT, { title: 'dc1', state: 'ready' as const }]]));
    const [cloud, service] = until(groups, START + 9_000);
    expect(cloud?.rows[0]?.segments[0]?.to).toBe(START + 9_000);
    expect(service).toBe(groups[1]);
  });
});

describe('places on the time axis', () => {
  it('lie within the window, whatever the times', () => {
    const instant = fc.integer({ min: START - 100_000, max: START + 100_000 });
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: 90_000 }), (from, to, length) => {
        const { left, width } = place({ from, to }, { from: START, to: START + length });
        expect(left).toBeGreaterThanOrEqual(0);
        expect(width).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(100.002);
      }),
    );
  });

  it('reach to a round distance beyond the expected end while it runs, and to its end afterwards', () => {
    const seconds = (now: number, expected?: number) =>
      (timeWindow(at(0), null, START + now * 1000, expected && START + expected * 1000).to - START) / 1000;
    expect([seconds(0), seconds(8), seconds(16)]).toEqual([15, 15, 30]);
    expect([seconds(1, 100), seconds(50, 110), seconds(50, 118), seconds(130, 120)]).toEqual([120, 120, 180, 180]);
    expect(timeWindow(at(0), at(6), START + 60_000).to).toBe(START + 6000);
    expect(timeWindow(at(0), at(1), START).to).toBe(START + 5000);
  });

  it('stay where they are while an estimate is overrun', () => {
    const planned = (unitId: string, round: number): PlannedStep => ({
      ...{ effect: 'plan', title: 'CreatePrimaryDC', round, unitId, host: 'dc1' },
      estimate: { lowMs: 40_000, typicalMs: 50_000, highMs: 65_000, runs: 3 },
    });
    const steps = [planned(UNIT, 0), planned('2'.repeat(32), 1)];
    const late = deployment([effect('a', 0, null)], { plan: { steps, machines: [], boot: null, complete: true } });
    const windowAt = (second: number) => {
      const now = START + second * 1000;
      return timeWindow(at(0), null, now, endWithRoom(late, now) ?? now);
    };
    expect([30, 51, 57, 64].map(windowAt)).toEqual(Array(4).fill(windowAt(0)));
  });

  it('are marked at round distances, never more than asked for', () => {
    expect(ticks({ from: START, to: START + 60_000 }, 6).map((tick) => tick.ms / 1000)).toEqual([
      0, 10, 20, 30, 40, 50, 60,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 1_000_000 }), fc.integer({ min: 2, max: 12 }), (seconds, most) => {
        expect(ticks({ from: 0, to: seconds * 1000 }, most).length).toBeLessThanOrEqual(most + 1);
      }),
    );
  });
});
