import { describe, expect, it } from 'vitest';
import { type EffectProgress, emptyRun } from '@/lib/model/progress/projection';
import { requestsOf } from './use-lights';

const effect = (id: string, more: Partial<EffectProgress> = {}): EffectProgress => ({
  ...{ id, seq: 10, endSeq: 20, kind: 'plan', title: 'CheckWebServer', unitId: 'u1', serviceId: 's1', host: 'web1' },
  ...{ template: 'CheckWebServer', stackChange: null, speed: 1, startedAt: null, endedAt: null },
  ...{ outcome: 'ok', durationMs: 1, problem: null },
  ...more,
});
const steps = { CheckWebServer: { title: 'Checking', requests: 'page' as const }, CheckSql: { title: 'Checking' } };
const run = (...effects: EffectProgress[]) => ({
  ...emptyRun('r1'),
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
});
const lit = (...effects: EffectProgress[]) => [...requestsOf(run(...effects), 15, steps)];

describe('requests along the lines of a wall', () => {
  it('are those of steps that ask for a page, on the line of its visitors; of several the newest', () => {
    expect(lit(effect('a'), effect('b', { endSeq: 30 }))).toEqual([['visitors>service:s1', 'b']]);
  });

  it.each([
    ['a step that asks for no page', { title: 'CheckSql' }],
    ['a step that failed', { outcome: 'failed' as const }],
    ['a step under way', { outcome: null, endSeq: 0 }],
    ['a step from before the wall was there', { endSeq: 15 }],
    ['a step of no service', { serviceId: null }],
  ])('are none of %s', (_what, more) => {
    expect(lit(effect('a', more))).toEqual([]);
  });

  it('are none of a step whose command a simulated machine has passed over', () => {
    const command = { seq: 12, effectId: 'a', host: 'web1', command: 'x', index: 0, count: 1, ok: true, at: '' };
    const passed = { ...run(effect('a')), commands: { 'a/0': { ...command, executed: false } } };
    expect(requestsOf(passed, 15, steps).size).toBe(0);
    expect(requestsOf(null, 15, steps).size).toBe(0);
    expect(requestsOf(run(effect('a')), null, steps).size).toBe(0);
  });
});
