import { describe, expect, it } from 'vitest';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import { blankNode, hostNodeId } from '@/lib/model/topology/graph';
import { countedSteps, type PlanMark, planMarks, turnsOf } from './marks';

const host = (unitId: string) => ({ ...blankNode('host', hostNodeId(unitId), 'service:s'), unitId });
const unit = (unitId: string, does: UnitTurn['does'], turn: number): UnitTurn => ({
  ...{ serviceId: 's', unitId, host: unitId, does, turn },
  because: does === 'nothing' ? 'stopped' : null,
});
const instance = (node: string, unitId: string | null, does: UnitTurn['does'], turn: number): InstancePlan => ({
  ...{ serviceId: 's', serviceName: 'portal', instanceId: `${node}_1`, node, title: node, unitId, host: unitId },
  ...{ does, turn },
});

describe('what a plan says of the machines of a picture', () => {
  it('is what is done with each and when, and why nothing is', () => {
    const nodes = [host('web'), host('db'), host('off'), host('other')];
    const marks = planMarks({ nodes }, [unit('web', 'stop', 1), unit('db', 'stop', 2), unit('off', 'nothing', 0)], []);
    expect(Object.fromEntries(marks)).toEqual({
      'host:web': { steps: [{ does: 'stop', turn: 1 }], because: null },
      'host:db': { steps: [{ does: 'stop', turn: 2 }], because: null },
      'host:off': { steps: [], because: 'stopped' },
      'host:other': { steps: [], because: null },
    });
  });

  it('has no order where everything goes at once', () => {
    const marks = planMarks({ nodes: [host('web')] }, [unit('web', 'check', 1), unit('db', 'check', 1)], []);
    expect(marks.get('host:web')?.steps).toEqual([{ does: 'check', turn: null }]);
  });

  it('tells of what a blueprint has put on a machine, or beside all, each step once', () => {
    const nodes = [
      host('web'),
      blankNode('role', 'role:site@web', 'host:web'),
      blankNode('application', 'application:cache@web', 'host:web'),
      blankNode('shared', 'shared:ip@s', 'service:s'),
    ];
    const marks = planMarks(
      { nodes },
      [unit('web', 'restart', 1)],
      [
        instance('site', 'web', 'stop', 1),
        instance('site', 'web', 'stop', 1),
        instance('ip', null, 'stop', 2),
        instance('site', 'web', 'start', 3),
      ],
    );
    expect(marks.get('role:site@web')?.steps).toEqual([
      { does: 'stop', turn: 1 },
      { does: 'start', turn: 3 },
    ]);
    expect(marks.get('shared:ip@s')?.steps).toEqual([{ does: 'stop', turn: 2 }]);
    expect(marks.has('application:cache@web')).toBe(false);
  });
});

describe('what a plan says of machines together', () => {
  const mark = (does: 'check' | 'repair', turn: number | null): PlanMark => ({
    steps: [{ does, turn }],
    because: null,
  });
  const idle: PlanMark = { steps: [], because: null };

  it('is how many have what done, those that stay last', () => {
    expect(countedSteps([idle, mark('check', 1), mark('repair', 2), mark('check', 1)])).toEqual([
      { does: 'check', count: 2 },
      { does: 'repair', count: 1 },
      { does: 'nothing', count: 1 },
    ]);
    expect(countedSteps([])).toEqual([]);
  });

  it('is in which turns they have it done', () => {
    expect(turnsOf([mark('check', 2), idle, mark('check', 1), mark('repair', 2)])).toEqual([1, 2]);
    expect(turnsOf([mark('check', null)])).toEqual([]);
  });
});
