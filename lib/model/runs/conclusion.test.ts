import { describe, expect, it } from 'vitest';
import type { EnvironmentModel } from '../environment';
import type { Json } from '../json';
import { conditionOf } from '../operations/condition';
import { conclusionOf, withConclusion } from './conclusion';
import type { RunKind } from './kinds';

const plan = [
  { unitId: 'a', host: 'web1', does: 'check', because: null },
  { unitId: 'b', host: 'web2', does: 'repair', because: null },
  { unitId: 'c', host: 'web3', does: 'nothing', because: 'stopped' },
  { unitId: 'd', host: 'web4', does: 'repair', because: null },
];
const found = (kind: RunKind, result: Json) => conclusionOf({ kind, outcome: 'success', result });
const one = (does: string) => [{ unitId: 'a', host: 'web1', does, because: null }];

describe('what came of a workflow', () => {
  it('is told beside what was planned: failures first, what was left alone last', () => {
    const result = { plan, failed: ['web4'], repaired: ['web2'], done: ['web1'], untouched: ['web3'] };
    expect(found('heal', result)?.machines.map(({ host, result: came }) => [host, came])).toEqual([
      ['web4', 'failed'],
      ['web2', 'repaired'],
      ['web1', 'check'],
      ['web3', 'alone'],
    ]);
  });

  it('is nothing by machine for a run that has not said it', () => {
    expect(found('deploy', null)?.machines).toEqual([]);
    expect(found('stop', { done: ['web1'] })?.machines).toEqual([]);
  });

  it('is nothing at all while the run goes on', () => {
    expect(conclusionOf({ kind: 'stop', outcome: 'running', result: null })).toBeNull();
  });
});

describe('how a run ended', () => {
  it('is no success without a word where it found drift, and names what differs', () => {
    const conclusion = found('check_drift', {
      plan: one('compare'),
      done: ['web1'],
      differences: { web1: ['Port 80 is closed.'] },
    });
    expect(conclusion).toMatchObject({ verdict: 'drifted', machines: [{ differences: ['Port 80 is closed.'] }] });
  });

  it('is done where a check found nothing', () => {
    expect(found('check_drift', { plan: one('compare'), done: ['web1'] })?.verdict).toBe('done');
  });

  it('of a repair says whether something was repaired or reinstalled, or nothing had to be', () => {
    const repair = (more: Record<string, Json>) => found('heal', { plan: one('check'), ...more })?.verdict;
    expect(repair({ done: ['web1'] })).toBe('done');
    expect(repair({ done: ['web1'], repaired: ['web1'] })).toBe('repaired');
    expect(repair({ done: ['web1'], repaired: ['web1'], reinstalled: ['web1'] })).toBe('reinstalled');
  });

  it('is not all where machines failed or were not reached, however well the run went', () => {
    expect(found('stop', { plan: one('stop'), failed: ['web1'] })?.verdict).toBe('partly');
    expect(found('stop', { plan: one('stop'), unreached: ['web1'] })?.verdict).toBe('partly');
  });

  it('is what it is where it failed or was cancelled', () => {
    expect(conclusionOf({ kind: 'heal', outcome: 'failed', result: { plan, repaired: ['web2'] } })?.verdict).toBe(
      'failed',
    );
    expect(conclusionOf({ kind: 'stop', outcome: 'cancelled', result: null })?.verdict).toBe('cancelled');
  });
});

describe('a past document', () => {
  const unit = { id: 'a', name: 'web1', state: { hostname: 'web1' } };
  const leftBy = (kind: RunKind, does: string, more: Record<string, Json>, lifecycle: Json = null) => {
    const units = [{ ...unit, state: { ...unit.state, lifecycle } }];
    const model = { services: [{ id: 's', type: 'web', name: 'web', units }] } as unknown as EnvironmentModel;
    const left = withConclusion(model, { kind, outcome: 'success', result: { plan: one(does), ...more } });
    const [machine] = left.services[0]?.units ?? [];
    return machine && conditionOf(machine);
  };

  it('rests where its run has stopped or suspended it, whatever was done with it since', () => {
    expect(leftBy('suspend', 'suspend', { done: ['web1'] })?.state).toBe('suspended');
    expect(leftBy('stop', 'stop', { done: ['web1'] })?.state).toBe('stopped');
  });

  it('is as it was where it was not reached, and does not work where it failed', () => {
    expect(leftBy('stop', 'stop', { unreached: ['web1'] })?.state).toBe('started');
    expect(leftBy('stop', 'stop', { failed: ['web1'] })).toMatchObject({ state: 'started', status: { ok: false } });
  });

  it('was up where it was looked at, whatever rests or is broken now', () => {
    const drift = { differences: ['Port 80 is closed.'], at: null };
    const now = { state: 'suspended', status: { ok: false, message: 'Gone.', at: null }, drift };
    const then = leftBy('check_drift', 'compare', { done: ['web1'] }, now);
    expect(then).toMatchObject({ state: 'started', status: null, drift: { differences: [] } });
  });

  it('knows what a look at it has found', () => {
    const found = leftBy('check_drift', 'compare', { done: ['web1'], differences: { web1: ['Port 80 is closed.'] } });
    expect(found?.drift?.differences).toEqual(['Port 80 is closed.']);
  });
});
