import { describe, expect, it } from 'vitest';
import { type OperationsOf, readOperations } from './read-operations';

const OF: OperationsOf = {
  planTemplates: { Stop: { Commands: [{ Name: 'Stop-It', Arguments: { Name: '$name', Not: '$$literal' } }] } },
  requires: ['com.acme.Lib'],
};
const read = (text: string, of: OperationsOf | null = OF) =>
  readOperations(new Map([['Lifecycle/operations.yaml', `Format: Lifecycle/1.0\n${text}`]]), 'com.acme.Site', of);
const problems = (text: string, of?: OperationsOf) =>
  read(text, of).problems.map(({ line, path, code }) => `${line} ${path} ${code}`);

describe('operations of a package', () => {
  it('are plans with values from the unit and its service', () => {
    const { unitType } = read(
      'operations: { lifecycle.stop: { plan: Stop, mappings: { name: { unit: state.hostname, default: x } } } }',
    );
    expect(unitType).toEqual({
      derivedFrom: 'cloudify.nodes.SoftwareComponent',
      operations: {
        'lifecycle.stop': {
          plan: 'Stop',
          timeout: 600,
          mappings: { name: { unit: 'state.hostname', default: 'x' } },
        },
      },
    });
  });

  it('may be those of a package that it requires', () => {
    expect(read('derivedFrom: com.acme.Lib').unitType).toEqual({ derivedFrom: 'com.acme.Lib', operations: {} });
  });

  it('are none in a package without the file', () => {
    expect(readOperations(new Map(), 'com.acme.Site', OF)).toEqual({ unitType: null, problems: [] });
  });

  it.each<[string, string, string[]]>([
    [
      'an unknown operation',
      'operations: { lifecycle.explode: { plan: Stop } }',
      ['2 operations.lifecycle.explode unknown_key'],
    ],
    [
      'a name of the plan without a value',
      'operations:\n  lifecycle.stop:\n    plan: Stop\n    mappings: { other: { value: 1 } }',
      ['5 operations.lifecycle.stop.mappings missing_mapping'],
    ],
    ['a parent that is not required', 'derivedFrom: com.acme.Else', ['2 derivedFrom unknown_parent']],
    [
      'a value from nowhere',
      'operations: { lifecycle.stop: { plan: Stop, mappings: { name: { from: here } } } }',
      ['2 operations.lifecycle.stop.mappings.name invalid'],
    ],
    [
      'a time without an end',
      'operations: { lifecycle.stop: { plan: Stop, timeout: 0 } }',
      ['2 operations.lifecycle.stop.timeout invalid'],
    ],
  ])('are refused for %s, with the line', (_what, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('are refused for a plan that nobody can have', () => {
    const alone = { ...OF, requires: [] };
    expect(problems('operations: { lifecycle.start: { plan: Begin } }', alone)).toEqual([
      '2 operations.lifecycle.start.plan unknown_plan',
    ]);
  });
});
