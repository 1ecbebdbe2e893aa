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

  it('of its own have words and parameters, which its plan may be given', () => {
    const { unitType } = read(`customOperations:
  backup.run:
    title: Back up
    summary: Writes a copy.
    plan: Stop
    parameters: [{ name: path, label: Folder, required: true }]
    mappings: { name: { parameter: path } }`);
    expect(unitType?.customOperations?.['backup.run']).toMatchObject({
      ...{ title: 'Back up', plan: 'Stop', timeout: 600, mappings: { name: { parameter: 'path' } } },
      parameters: [{ name: 'path', label: 'Folder', kind: 'text', required: true, default: null, choices: [] }],
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
    [
      'an operation of the lifecycle that it makes up',
      'customOperations: { lifecycle.dance: { title: Dance, summary: Dances., plan: Stop } }',
      ['2 customOperations.lifecycle.dance invalid'],
    ],
    [
      'a parameter that there is not',
      'customOperations:\n  a.b: { title: B, summary: Bs., plan: Stop, mappings: { name: { parameter: no } } }',
      ['3 customOperations.a.b.mappings.name unknown_parameter'],
    ],
    [
      'a choice without choices',
      'customOperations:\n  a.b:\n    title: B\n    summary: Bs.\n    plan: Stop\n    parameters: [{ name: c, label: C, kind: choice }]',
      ['7 customOperations.a.b.parameters.0.choices invalid'],
    ],
    ['a parent that is not required', 'derivedFrom: com.acme.Else', ['2 derivedFrom unknown_parent']],
    [
      'a value from nowhere',
      'operations: { lifecycle.stop: { plan: Stop, mappings: { name: { from: here } } } }',
      ['2 operations.lifecycle.stop.mappings.name invalid'],
    ],
    [
      'a pattern that looks ahead',
      "customOperations:\n  a.b:\n    title: B\n    summary: Bs.\n    plan: Stop\n    parameters:\n      - { name: c, label: C, pattern: { regex: '(?=a)a', sentence: No. } }",
      ['8 customOperations.a.b.parameters.0.pattern.regex invalid'],
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
