import { describe, expect, it } from 'vitest';
import type { Service } from '../environment';
import { ServiceTypeSchema } from '../service-type';
import type { UnitPlan } from './unit-plan';
import { inTurns } from './unit-turns';
import type { UnitWorkflow } from './unit-workflows';

const base = {
  ...{ version: '1', title: '', summary: '', form: [], roles: [], unitProperties: [] },
  units: { min: 1, max: 9, default: 1, noun: 'machine' },
};
const types = [
  ServiceTypeSchema.parse({
    ...base,
    type: 'db',
    package: 'x.db',
    properties: [],
    offers: [{ capability: 'data', name: 'name' }],
  }),
  ServiceTypeSchema.parse({
    ...{ ...base, type: 'web', package: 'x.web' },
    properties: [{ name: 'uses', kind: 'serviceRef', label: 'Uses', needs: 'data' }],
  }),
];
const services: Service[] = [
  { id: 'web', type: 'web', name: 'web', uses: 'db', units: [] },
  { id: 'db', type: 'db', name: 'db', units: [] },
];
const plan = (...units: [string, string, UnitPlan['does']?][]): UnitPlan[] =>
  units.map(([serviceId, unitId, does = 'start']) => ({
    ...{ serviceId, unitId, host: unitId, does },
    because: does === 'nothing' ? 'running' : null,
  }));
const turns = (workflow: UnitWorkflow, units: UnitPlan[]) =>
  inTurns(workflow, units, services, types).map(({ unitId, turn }) => [turn, unitId]);

describe('the turns of a workflow', () => {
  const units = plan(['web', 'web1'], ['web', 'web2'], ['db', 'db1']);

  it('are one for services that name each other where circles are allowed', () => {
    const mirror = ServiceTypeSchema.parse({
      ...{ ...base, type: 'mirror', package: 'x.mirror', offers: [{ capability: 'mirror' }] },
      properties: [{ name: 'other', kind: 'serviceRef', label: 'Other', needs: 'mirror', circular: 'allowed' }],
    });
    const pair = [
      { id: 'a', type: 'mirror', name: 'a', other: 'b', units: [] },
      { id: 'b', type: 'mirror', name: 'b', other: 'a', units: [] },
    ];
    const turned = inTurns('start', plan(['a', 'a1'], ['b', 'b1']), pair, [mirror]);
    expect(turned.map(({ turn }) => turn)).toEqual([1, 1]);
  });

  it('start what is needed first, and stop it last', () => {
    expect(turns('start', units)).toEqual([
      [1, 'db1'],
      [2, 'web1'],
      [2, 'web2'],
    ]);
    expect(turns('stop', units)).toEqual([
      [1, 'web1'],
      [1, 'web2'],
      [2, 'db1'],
    ]);
  });

  it('restart machines that serve the same one after the other, the one in charge last, and the others together before', () => {
    const cluster = types.map((type) => (type.type === 'db' ? { ...type, inTurn: { last: 'state.primary' } } : type));
    const led = services.map((one) => (one.id === 'db' ? { ...one, state: { primary: 'db1' } } : one));
    const all = plan(['db', 'db1'], ['db', 'db2'], ['db', 'db3'], ['web', 'web1']);
    const found = inTurns('restart', all, led, cluster).map(({ unitId, turn }) => [turn, unitId]);
    expect(found).toEqual([
      [1, 'web1'],
      [2, 'db2'],
      [3, 'db3'],
      [4, 'db1'],
    ]);
    expect(inTurns('stop', all, led, cluster).map(({ turn }) => turn)).toEqual([1, 2, 2, 2]);
  });

  it('check all at once', () => {
    expect(turns('check_status', units).map(([turn]) => turn)).toEqual([1, 1, 1]);
  });

  it('count only those with which something is done, the others last', () => {
    expect(turns('start', plan(['db', 'db1', 'nothing'], ['web', 'web1']))).toEqual([
      [1, 'web1'],
      [0, 'db1'],
    ]);
  });
});
