import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticalPath } from './critical-path';
import { type EffectProgress, emptyRun, type MachinePhase, type RunProgress } from './projection';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const effect = (id: string, unitId: string | null, from: number, to: number | null): EffectProgress => ({
  ...{ id, unitId, seq: from + 1, endSeq: to ?? 0, kind: unitId === null ? 'stack.update' : 'plan', title: id },
  ...{
    serviceId: null,
    host: unitId,
    template: null,
    stackChange: null,
    speed: 1,
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
  },
  ...{ outcome: to === null ? null : 'ok', durationMs: null, problem: null },
});
const run = (effects: EffectProgress[], finished: number | null): RunProgress => ({
  ...emptyRun('d'),
  startedAt: at(0),
  finishedAt: finished === null ? null : at(finished),
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
});
const path = (deployment: RunProgress, now = 60) => criticalPath(deployment, START + now * 1000).map((step) => step.id);

describe('the critical path', () => {
  it('leads from the first step to what was over last, each beginning when the one before had ended', () => {
    const steps = [
      effect('stack', null, 1, 11),
      effect('primary', 'dc1', 12, 30),
      effect('password', 'web1', 12, 14),
      effect('join-dc2', 'dc2', 31, 36),
      effect('join-web1', 'web1', 31, 36),
      effect('secondary', 'dc2', 37, 50),
      effect('iis', 'web1', 37, 44),
    ];
    expect(path(run(steps, 51))).toEqual(['stack', 'primary', 'join-dc2', 'secondary']);
  });

  it('follows a machine’s own steps where another ended almost at the same time', () => {
    const steps = [effect('a', 'u1', 0, 10), effect('b', 'u2', 0, 10.1), effect('c', 'u1', 10.2, 20)];
    expect(path(run(steps, 20))).toEqual(['a', 'c']);
  });

  it('tells how long nothing of it was under way', () => {
    const [first, second] = criticalPath(run([effect('a', 'u1', 2, 10), effect('b', 'u1', 13, 20)], 20), START);
    expect([first?.waitedMs, second?.waitedMs]).toEqual([2000, 3000]);
  });

  it('leads, while it runs, to the step that has been under way the longest', () => {
    const steps = [effect('a', 'u1', 0, 5), effect('late', 'u2', 9, null), effect('early', 'u1', 6, null)];
    expect(path(run(steps, null), 30)).toEqual(['a', 'early']);
  });

  it('ends also where steps of one moment took no time', () => {
    const steps = [effect('a', 'u1', 5, 5), effect('b', 'u1', 5, 5), effect('c', 'u2', 6, 9)];
    expect(path(run(steps, 9)).sort()).toEqual(['a', 'b', 'c']);
  });

  it('counts that a machine starts, from when the cloud had made it until it is up, and its first step from then on', () => {
    const steps = [effect('stack', null, 1, 20), effect('password', 'dc1', 20, 85), effect('domain', 'dc1', 85, 107)];
    const phase = (seq: number, phase: 'booting' | 'ready', second: number) =>
      ({ seq, unitId: 'dc1', host: 'dc1', phase, at: at(second) }) as MachinePhase;
    const deployment = { ...run(steps, 107), phases: { 15: phase(15, 'booting', 14), 22: phase(22, 'ready', 80) } };
    const found = criticalPath(deployment, START);
    expect(found.map(({ id, from, to }) => [id, (to - from) / 1000])).toEqual([
      ['stack', 19],
      ['start-dc1', 60],
      ['password', 5],
      ['domain', 22],
    ]);
  });

  it('is empty before the first step', () => {
    expect(path(run([], null))).toEqual([]);
  });

  it('never overlaps itself, and always ends with what ended last', () => {
    const step = fc.tuple(fc.constantFrom('u1', 'u2', null), fc.nat(100), fc.nat(50));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const effects = steps.map(([unit, from, length], index) => effect(`e${index}`, unit, from, from + length));
        const found = criticalPath(run(effects, 200), START + 200_000);
        for (const [index, one] of found.entries()) {
          const next = found[index + 1];
          if (next) expect(one.to).toBeLessThanOrEqual(next.from);
        }
        expect(found.at(-1)?.to).toBe(Math.max(...effects.map((one) => Date.parse(one.endedAt ?? ''))));
      }),
    );
  });
});
