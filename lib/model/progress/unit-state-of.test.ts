import { describe, expect, it } from 'vitest';
import type { Condition } from '../operations/condition';
import { type EffectProgress, emptyRun, type RunProgress } from './projection';
import { unitRun } from './unit-run';
import { unitStateOf } from './unit-state-of';

const condition = (state: Condition['state'], ok: boolean | null = null): Condition => ({
  state,
  status: ok === null ? null : { ok, message: ok ? '' : 'It hangs.', at: null },
});
const of = (known: Condition, active = false) =>
  unitStateOf({
    ...{ asked: true, complete: true, run: null, machine: null, condition: known },
    deployment: active ? { ...emptyRun('r'), startedAt: '2026-01-01T00:00:00Z' } : null,
  });

describe('the state of a machine, by what is known of it', () => {
  it('is calm where somebody stopped it, whatever runs elsewhere', () => {
    expect(of(condition('stopped'))).toBe('stopped');
    expect(of(condition('stopped'), true)).toBe('stopped');
  });

  it('is failed where a check found that it does not work', () => {
    expect(of(condition('started', false))).toBe('failed');
    expect(of(condition('started', false), true)).toBe('failed');
    expect(of(condition('started', true))).toBe('ready');
  });

  it('waits for its start while its restart goes on, and has failed where that never came', () => {
    expect(of(condition('starting'), true)).toBe('waiting');
    expect(of(condition('starting'))).toBe('failed');
  });

  it('needs somebody once a warning says that its step cannot go on, until it is told that it does', () => {
    const step = { id: 'e', kind: 'plan', unitId: 'u', seq: 5, startedAt: '2026-01-01T00:00:00Z', outcome: null };
    const deployment = (level: 'info' | 'warning', seq: number): RunProgress => ({
      ...emptyRun('r'),
      effects: { e: step as EffectProgress },
      sentences: { 'unit:u': { seq, at: '', level, entity: 'unit', entityId: 'u', text: 'The agent is silent.' } },
    });
    const state = (run: RunProgress) =>
      unitStateOf({ asked: true, complete: false, deployment: run, run: unitRun(run, 'u', null), machine: null });
    expect(state(deployment('warning', 6))).toBe('attention');
    expect(state(deployment('info', 7))).toBe('running');
    expect(state(deployment('warning', 4))).toBe('running');
  });

  it('is ready where the step went well that a warning came before or in, and needs somebody where one came after it', () => {
    const step = { id: 'e', kind: 'plan', unitId: 'u', seq: 5, endSeq: 9, outcome: 'ok', isHandled: false };
    const state = (seq: number) => {
      const issue = {
        seq,
        at: '',
        level: 'warning',
        entity: 'unit',
        entityId: 'u',
        text: 'It is switched off.',
      } as const;
      const effect = { ...step, startedAt: '2026-01-01T00:00:00Z' } as EffectProgress;
      const run: RunProgress = { ...emptyRun('r'), outcome: 'success', effects: { e: effect }, issues: { i: issue } };
      return unitStateOf({ asked: true, complete: true, deployment: run, run: unitRun(run, 'u', null), machine: null });
    };
    expect([3, 7].map(state)).toEqual(['ready', 'ready']);
    expect(state(10)).toBe('attention');
  });
});
