import { expect, it } from 'vitest';
import type { UnitPlan } from '../runs/unit-plan';
import { buildTopology } from './build';
import { hostNodeId } from './graph';
import { withPlannedUnits } from './planned';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleWeb } from './testing/example';

const deployed = exampleEnvironment(exampleDomain(), exampleWeb());
const step = (more: Partial<UnitPlan>): UnitPlan => ({
  ...{ serviceId: 'a'.repeat(32), unitId: '9'.repeat(32), host: 'dc3', does: 'setUp', because: null },
  ...more,
});

it('a machine that a plan brings is drawn as a new one, as it was answered for', () => {
  const next = withPlannedUnits(deployed, [step({})], { isMaster: false });
  expect(next).not.toBeNull();
  const { nodes } = buildTopology({
    ...{ deployed, types: EXAMPLE_TYPES, deployment: null, machines: {} },
    next: next && { model: next, is: 'draft' },
  });
  const added = nodes.find(({ id }) => id === hostNodeId('9'.repeat(32)));
  expect(added).toMatchObject({ title: 'dc3', change: 'added', state: 'draft' });
  const role = nodes.find(({ kind, unitId }) => kind === 'role' && unitId === '9'.repeat(32));
  expect(role?.title).toBe('Domain controller');
  expect(nodes.filter(({ change }) => change === 'removed')).toEqual([]);
});

it('what is there is not added again, and what goes stays until then', () => {
  expect(withPlannedUnits(deployed, [step({ unitId: '1'.repeat(32) })])).toBeNull();
  expect(withPlannedUnits(deployed, [step({ unitId: '1'.repeat(32), does: 'remove' })])).toBeNull();
});
