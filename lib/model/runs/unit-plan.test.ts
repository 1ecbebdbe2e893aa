import { describe, expect, it } from 'vitest';
import type { Service, Unit } from '../environment';
import { type Condition, withCondition } from '../operations/condition';
import { UNIT_OPERATIONS, type UnitOperation } from '../operations/declared';
import { type RunTarget, WHOLE_ENVIRONMENT } from './target';
import { planUnits, type UnitFilter } from './unit-plan';
import type { UnitWorkflow } from './unit-workflows';

/** A machine that is there, as its last run left it. */
const machine = (id: string, condition: Partial<Condition> = {}): Unit => ({
  ...{ id, name: `unit ${id}` },
  state: withCondition({ hostname: id }, { state: 'started', status: null, ...condition }),
});
const service = (id: string, ...units: Unit[]): Service => ({ id, type: id, name: id, units });

/** What a workflow does with one machine: the step, or why it does nothing. */
function step(
  workflow: UnitWorkflow,
  condition: Partial<Condition>,
  { offered = UNIT_OPERATIONS, ...filter }: UnitFilter & { offered?: readonly string[] } = {},
) {
  const [plan] = planUnits(
    workflow,
    { services: [service('web', machine('web1', condition))] },
    WHOLE_ENVIRONMENT,
    () => offered,
    filter,
  );
  return plan && (plan.because ?? plan.does);
}

describe('what a workflow does with a machine', () => {
  const WORKFLOWS = [
    'start',
    'stop',
    'restart',
    'suspend',
    'wake',
    'check_status',
    'heal',
    'check_drift',
    'update',
  ] as const;
  const TABLE: [Condition['state'], string[]][] = [
    ['started', ['running', 'stop', 'restart', 'suspend', 'awake', 'check', 'check', 'compare', 'compare']],
    ['starting', ['start', 'stop', 'restart', 'suspend', 'awake', 'check', 'repair', 'compare', 'compare']],
    ['stopping', ['start', 'stop', 'restart', 'suspend', 'awake', 'check', 'repair', 'compare', 'compare']],
    ['stopped', ['start', 'stopped', 'restart', 'suspend', 'awake', 'stopped', 'stopped', 'stopped', 'stopped']],
    ['suspending', [...Array(3).fill('suspended'), 'suspend', 'wake', ...Array(4).fill('suspended')]],
    ['suspended', [...Array(4).fill('suspended'), 'wake', ...Array(4).fill('suspended')]],
    ['resuming', [...Array(3).fill('suspended'), 'suspend', 'wake', ...Array(4).fill('suspended')]],
  ];
  it.each(TABLE)('that is %s', (state, expected) => {
    expect(WORKFLOWS.map((workflow) => step(workflow, { state }))).toEqual(expected);
  });

  it('repairs one whose last check failed, and checks any other first', () => {
    const status = (ok: boolean) => ({ ok, message: '', at: null });
    expect(step('heal', { status: status(false) })).toBe('repair');
    expect(step('heal', { status: status(true) })).toBe('check');
    expect(step('heal', { state: 'stopped', status: status(false) })).toBe('stopped');
  });

  it('updates one that is known to have drifted, and compares any other unless it shall not', () => {
    const drift = { differences: ['The firewall is closed.'], at: null };
    expect(step('update', { drift })).toBe('update');
    expect(step('update', { drift }, { skipsDriftCheck: true })).toBe('update');
    expect(step('update', {}, { skipsDriftCheck: true })).toBe('asMade');
  });

  it('runs an operation of a package on whatever is not suspended', () => {
    const filter = { operation: 'maintenance.recycle', offered: ['maintenance.recycle'] };
    expect(step('execute_operation', {}, filter)).toBe('run');
    expect(step('execute_operation', { state: 'stopped' }, filter)).toBe('run');
    expect(step('execute_operation', { state: 'suspended' }, filter)).toBe('suspended');
  });

  it('is nothing where its package does not offer all that it takes', () => {
    const without = (missing: UnitOperation) => UNIT_OPERATIONS.filter((operation) => operation !== missing);
    expect(step('restart', {}, { offered: without('lifecycle.stop') })).toBe('notOffered');
    expect(step('restart', {}, { offered: without('lifecycle.start') })).toBe('notOffered');
    expect(step('heal', {}, { offered: without('lifecycle.heal') })).toBe('notOffered');
    expect(step('execute_operation', {}, { operation: 'maintenance.recycle' })).toBe('notOffered');
    // the cloud suspends and wakes up, whatever packages declare
    expect(step('suspend', {}, { offered: [] })).toBe('suspend');
    expect(step('wake', { state: 'suspended' }, { offered: [] })).toBe('wake');
  });

  it('is no suspension where the cloud cannot', () => {
    expect(step('suspend', {}, { canSuspend: () => false })).toBe('cloudCannot');
    expect(step('wake', { state: 'suspended' }, { canSuspend: () => false })).toBe('wake');
  });

  it('is nothing as long as the machine is not there', () => {
    const services = [service('web', { id: 'new', name: 'web_instance_0' })];
    expect(planUnits('start', { services }, WHOLE_ENVIRONMENT, () => UNIT_OPERATIONS)).toEqual([
      { serviceId: 'web', unitId: 'new', host: 'web_instance_0', does: 'nothing', because: 'notDeployed' },
    ]);
  });
});

describe('the machines that a workflow is for', () => {
  const services = [service('db', machine('db1')), service('web', machine('web1'), machine('web2'))];
  const meant = (target: RunTarget, filter: UnitFilter = {}) =>
    planUnits('stop', { services }, target, () => UNIT_OPERATIONS, filter).map(({ unitId }) => unitId);

  it('are those that its target names, in the order of the model', () => {
    expect(meant(WHOLE_ENVIRONMENT)).toEqual(['db1', 'web1', 'web2']);
    expect(meant({ entity: 'service', serviceId: 'web' })).toEqual(['web1', 'web2']);
    expect(meant({ entity: 'unit', serviceId: 'web', unitId: 'web2' })).toEqual(['web2']);
    expect(meant({ entity: 'selection', unitIds: ['web2', 'db1'] })).toEqual(['db1', 'web2']);
    expect(meant({ entity: 'service', serviceId: 'another' })).toEqual([]);
  });

  it('are of the types that are meant', () => {
    expect(meant(WHOLE_ENVIRONMENT, { isMeant: ({ type }) => type === 'web' })).toEqual(['web1', 'web2']);
  });
});
