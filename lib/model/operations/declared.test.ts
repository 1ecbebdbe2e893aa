import { describe, expect, it } from 'vitest';
import { customOperationsOf, furtherChecksOf, nodeTypesOf, operationsOf, type UnitTypes } from './declared';

const plan = (name: string) => ({ plan: name, timeout: 60, mappings: {} });
const custom = (name: string) => ({ ...plan(name), title: name, summary: '', parameters: [] });

const types: UnitTypes = {
  base: {
    derivedFrom: 'cloudify.nodes.SoftwareComponent',
    operations: { 'lifecycle.start': plan('StartBase'), 'lifecycle.stop': plan('StopBase') },
    customOperations: { 'maintenance.clear': custom('ClearBase') },
    furtherChecks: [{ ...plan('LookAtBase'), package: 'extension' }],
  },
  web: {
    derivedFrom: 'base',
    operations: { 'lifecycle.start': { ...plan('StartWeb'), package: 'extension' } },
    customOperations: { 'maintenance.recycle': custom('Recycle') },
    furtherChecks: [{ ...plan('LookAtWeb'), package: 'extension' }],
  },
  one: { derivedFrom: 'other', operations: { 'lifecycle.start': plan('StartOne') } },
  other: { derivedFrom: 'one', operations: {} },
};

describe('the operations of the machines of a package', () => {
  it('are its own before those that it derives from, each with whose it is', () => {
    expect(operationsOf(types, 'web')).toMatchObject({
      'lifecycle.start': { plan: 'StartWeb', package: 'extension' },
      'lifecycle.stop': { plan: 'StopBase', package: 'base' },
    });
    expect(customOperationsOf(types, 'web')).toMatchObject({
      'maintenance.clear': { plan: 'ClearBase', package: 'base' },
      'maintenance.recycle': { plan: 'Recycle', package: 'web' },
    });
    expect(furtherChecksOf(types, 'web').map((one) => one.plan)).toEqual(['LookAtBase', 'LookAtWeb']);
  });

  it('are none where it declares nothing', () => {
    expect([operationsOf(types, 'none'), customOperationsOf(types, 'one'), furtherChecksOf(types, 'one')]).toEqual([
      ...[{}, {}, []],
    ]);
  });

  it('come to an end where packages derive from each other in a circle', () => {
    expect(operationsOf(types, 'one')).toMatchObject({ 'lifecycle.start': { plan: 'StartOne' } });
  });
});

it('types of machines are their package and what it derives from, the nearest first', () => {
  expect(nodeTypesOf(types, 'web')).toEqual(['web', 'base', 'cloudify.nodes.SoftwareComponent']);
  expect(nodeTypesOf(types, 'none')).toEqual([]);
});
