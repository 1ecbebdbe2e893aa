import { describe, expect, it } from 'vitest';
import { readBlueprint } from './read-blueprint';

/** What authors get wrong without a word against the syntax: each was once taken as it stands, and did nothing. */

const OF = {
  planTemplates: { Do: { Commands: [{ Name: 'X', Arguments: { Name: '$name' } }] }, Bare: { Commands: [] } },
  stackTemplates: [],
  requires: false,
};
const HOST = 'node_templates:\n  host: { type: cloudify.nodes.Compute }\n';
const lifecycle = (operations: string) => `    interfaces: { cloudify.interfaces.${operations} }\n`;
const host = (more: string) => `node_templates:\n  host:\n    type: cloudify.nodes.Compute\n${more}`;
const tier = (more: string) => `${HOST}  x:\n    type: cloudify.nodes.Tier\n${more}`;
const related = (more: string) =>
  tier(`    relationships:\n      - { type: cloudify.relationships.depends_on, target: host, ${more} }\n`);

const problems = (text: string) =>
  readBlueprint('blueprint.yaml', text, OF).problems.map(({ line, code, sentence }) => `${line} ${code}: ${sentence}`);

describe('operations that nothing would run', () => {
  it.each<[string, string, string]>([
    ['an operation that its interface does not have', host(lifecycle('lifecycle: { creat: Bare }')), '4 unknown_op'],
    ['an interface that is written wrong', host(lifecycle('lifcycle: { create: Bare }')), '4 unknown_interface'],
    [
      "a relationship's interface on a node",
      host(lifecycle('relationship_lifecycle: { establish: Bare }')),
      '4 unknown_interface',
    ],
    [
      "a node's interface on a relationship",
      related('source_interfaces: { lifecycle: { create: Bare } }'),
      '6 unknown_interface',
    ],
    [
      'an operation that relationships do not have',
      related('target_interfaces: { cloudify.interfaces.relationship_lifecycle: { estabish: Bare } }'),
      '6 unknown_op',
    ],
    [
      'an operation with its long and its short name',
      host('    interfaces: { cloudify.interfaces.lifecycle: { create: Bare }, lifecycle: { create: Bare } }'),
      '4 declared_twice',
    ],
    [
      'a config of a component that is no plan',
      `${HOST}software_components:\n  s: { configs: [{ actions: [CREATE], config: Nothing }] }`,
      '4 unknown_plan',
    ],
  ])('are told: %s', (_what, text, expected) => {
    expect(problems(text)).toEqual([expect.stringContaining(expected)]);
  });

  it('are none where an interface is of the package itself', () => {
    expect(problems(host('    interfaces: { maintenance: { clear_cache: Bare } }'))).toEqual([]);
  });
});

describe('names', () => {
  it('of members are there, whether or not the group is scaled', () => {
    expect(problems(`${HOST}groups: { g: { members: [host, ghost] } }`)).toEqual([
      '3 unknown_member: There is no node or group called ghost.',
    ]);
  });

  it('of types that ship are not taken, which would mean nothing', () => {
    const own =
      'relationships:\n  cloudify.relationships.connected_to: { derived_from: cloudify.relationships.depends_on }';
    expect(problems(`${HOST}${own}`)).toEqual([expect.stringMatching(/^4 shipped_type/)]);
  });
});

describe('a circle', () => {
  it('is told where it begins, without those that only wait for it', () => {
    const needs = (id: string, target: string) =>
      `  ${id}:\n    type: cloudify.nodes.Tier\n    relationships:\n      - { type: cloudify.relationships.depends_on, target: ${target} }\n`;
    const nodes = needs('waits', 'x') + needs('x', 'y') + needs('y', 'x');
    expect(problems(HOST + nodes)).toEqual(['10 no_topology: These nodes depend on each other: x, y.']);
    expect(problems(HOST + needs('x', 'x'))).toEqual(['6 no_topology: The node x depends on itself.']);
  });
});
