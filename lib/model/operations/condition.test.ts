import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json';
import {
  type Condition,
  type ConditionState,
  conditionOf,
  differencesOf,
  hasDrifted,
  isBroken,
  isInSuspension,
  lastCheckedAt,
  restingStateOf,
  stoppedByRestart,
  withCondition,
} from './condition';
import { suspendedHosts } from './suspended-hosts';

const condition = (more: Partial<Condition>): Condition => ({ state: 'started', status: null, ...more });
const drift = { differences: ['The firewall is off.'], at: '2026-03-02T10:00:00.000Z' };

describe('what differs of a machine', () => {
  it('is what the last look found, while it runs', () => {
    expect(differencesOf(condition({ drift }))).toEqual(['The firewall is off.']);
    expect(differencesOf(condition({}))).toEqual([]);
    expect(differencesOf(condition({ state: 'stopped', drift }))).toEqual([]);
  });
});

describe('the last look at a machine', () => {
  it('is the newest, whatever it looked for', () => {
    const status = { ok: true, message: '', at: '2026-03-02T11:00:00.000Z' };
    expect(lastCheckedAt(condition({ drift, status }))).toBe(status.at);
    expect(lastCheckedAt(condition({ drift }))).toBe(drift.at);
    expect(lastCheckedAt(condition({ drift, status: { ...status, at: null } }))).toBe(drift.at);
  });

  it('was never, where nobody looked', () => {
    expect(lastCheckedAt(condition({}))).toBeNull();
  });
});

describe('what is kept of a machine', () => {
  const of = (lifecycle: JsonObject) => conditionOf({ state: { hostname: 'web1', lifecycle } });

  it('is nothing before it is deployed, and that it runs as long as nobody did anything with it', () => {
    expect(conditionOf({ state: { lifecycle: { state: 'stopped' } } })).toBeNull();
    expect(conditionOf({ state: { hostname: 'web1' } })).toEqual(condition({}));
  });

  it('is read as it was written', () => {
    const full = condition({
      ...{ state: 'suspended', status: { ok: false, message: 'It is off.', at: drift.at, by: 'cloud' } },
      ...{ drift, suspension: { with: 'stack', wasStopped: true } },
    });
    expect(conditionOf({ state: withCondition({ hostname: 'web1' }, full) })).toEqual(full);
  });

  it('is what is known for sure of what an older version wrote', () => {
    expect(of({ state: 'asleep', status: { ok: 'yes', at: 7, by: 'somebody' } })).toEqual(
      condition({ status: { ok: false, message: '', at: null } }),
    );
    expect(of({ drift: { differences: ['a', 1], at: 7 }, suspension: {} })).toEqual(
      condition({
        drift: { differences: ['a'], at: null },
        suspension: { with: 'machine', wasStopped: false },
      }),
    );
    expect(of({ drift: { differences: 'a' } })?.drift).toEqual({ differences: [], at: null });
  });
});

describe('a machine', () => {
  const states = (is: (one: Condition) => boolean) =>
    (['started', 'stopping', 'stopped', 'starting', 'suspending', 'suspended', 'resuming'] as ConditionState[]).filter(
      (state) => is(condition({ state })),
    );

  it('rests where somebody wanted it so, and is in suspension on the way there and back', () => {
    expect(states((one) => restingStateOf(one) !== null)).toEqual(['stopped', 'suspended']);
    expect(states(isInSuspension)).toEqual(['suspending', 'suspended', 'resuming']);
  });

  it('is broken where it was left half-way or does not work, unless it rests', () => {
    expect(states(isBroken)).toEqual(['stopping', 'starting', 'suspending', 'resuming']);
    const status = { ok: false, message: '', at: null };
    expect(isBroken(condition({ status }))).toBe(true);
    expect(isBroken(condition({ status: { ...status, ok: true } }))).toBe(false);
    expect(isBroken(condition({ state: 'stopped', status }))).toBe(false);
  });

  it('has drifted where anything was found', () => {
    expect([hasDrifted(condition({ drift })), hasDrifted(condition({ drift: { ...drift, differences: [] } }))]).toEqual(
      [...[true, false]],
    );
    expect(hasDrifted(condition({}))).toBe(false);
  });
});

describe('machines of an environment', () => {
  const unit = (name: string, state: ConditionState) => ({
    ...{ id: name, name, state: withCondition({ hostname: `${name}.local` }, condition({ state })) },
  });
  const units = [unit('a', 'suspended'), unit('b', 'suspending'), unit('c', 'resuming'), unit('d', 'starting')];

  it('are named that nothing can be deployed on before they are awake', () => {
    expect(suspendedHosts([{ units }, { units: [{ name: 'new' }] }])).toEqual(['a.local', 'b.local']);
  });

  it('are only started by a restart that goes on, where another one has stopped them', () => {
    expect([...stoppedByRestart(units)]).toEqual(['d']);
  });
});
