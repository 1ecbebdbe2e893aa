import { describe, expect, it } from 'vitest';
import type { EnvironmentModel } from '@/lib/model/environment';
import { type Condition, conditionOf, withCondition } from '@/lib/model/operations/condition';
import type { MachineReading } from '@/lib/ports/cloud/inspection';
import { inboxesOf, withFindings } from './findings';

const NOW = '2026-11-23T08:00:00.000Z';

function environment(condition: Condition | null): EnvironmentModel {
  const state = condition ? withCondition({ hostname: 'web1' }, condition) : { hostname: 'web1' };
  const service = { id: 's', type: 'webServer', name: 'web', units: [{ id: 'u', name: 'unit', state }] };
  return { id: 'e', name: 'shop', services: [service] } as unknown as EnvironmentModel;
}

function reading(changes: Partial<MachineReading> = {}): MachineReading {
  return {
    power: 'ready',
    agentAnsweredAt: null,
    agentSilentSince: null,
    diskFull: null,
    clockOffset: null,
    silentPorts: null,
    ...changes,
  };
}

const probe = (condition: Condition | null, found: MachineReading | null) =>
  withFindings(environment(condition), new Map([['u', found]]), NOW);

const WELL: Condition = { state: 'started', status: null };
const OFF: Condition = {
  state: 'started',
  status: { ok: false, message: 'web1 is switched off.', at: null, by: 'cloud' },
};

describe('a probe of a machine from outside', () => {
  it.each([
    [reading({ power: 'stopped' }), 'web1 is switched off.'],
    [reading({ power: 'failed' }), 'web1 did not come up.'],
    [reading({ agentSilentSince: new Date(0) }), 'The agent on web1 does not answer.'],
    [null, 'The cloud has no machine web1.'],
  ])('finds what is wrong, and notes it at the machine', (found, message) => {
    const { model, findings } = probe(WELL, found);
    expect(findings).toEqual([{ unitId: 'u', host: 'web1', ok: false, message }]);
    const [unit] = model.services[0]?.units ?? [];
    expect(unit && conditionOf(unit)?.status).toEqual({ ok: false, message, at: NOW, by: 'cloud' });
  });

  it('tells once what stays as it is, and that it is over', () => {
    expect(probe(OFF, reading({ power: 'stopped' })).findings).toEqual([]);
    expect(probe(OFF, reading()).findings).toMatchObject([{ ok: true, message: '' }]);
    expect(probe(WELL, reading()).findings).toEqual([]);
  });

  it('says nothing of a machine that is starting', () => {
    expect(probe(WELL, reading({ power: 'rebooting' })).findings).toEqual([]);
    expect(probe(OFF, reading({ power: 'booting' })).findings).toEqual([]);
  });

  it('leaves to packages what their checks have found', () => {
    const checked: Condition = { state: 'started', status: { ok: false, message: 'W3SVC is Stopped.', at: null } };
    expect(probe(checked, reading()).findings).toEqual([]);
  });

  it('leaves alone what somebody has stopped, and what is half-way', () => {
    for (const state of ['stopped', 'starting', 'stopping'] as const) {
      expect(inboxesOf(environment({ state, status: null })).size).toBe(0);
      expect(probe({ state, status: null }, reading({ power: 'stopped' })).findings).toEqual([]);
    }
    expect([...inboxesOf(environment(null))]).toEqual([['u', 'ee-s-u']]);
  });
});
