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

describe('a key that JavaScript keeps for itself', () => {
  it('is refused where it stands, instead of being gone', () => {
    expect(problems(`${HOST}  __proto__: { type: cloudify.nodes.Compute }\n`)).toEqual([
      expect.stringContaining('3 invalid: Nothing may be called __proto__.'),
    ]);
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

describe('values', () => {
  const typed = (property: string, value: string) =>
    `${HOST}  x: { type: a.T, properties: { ${value} } }\nnode_types:\n  a.T:\n    properties: { p: { ${property} } }\n`;
  const worth = (value: string) => tier(`    properties: { resource_id: ${value} }\n`);

  it.each<[string, string, string]>([
    ['of another type than the property', typed('type: integer', 'p: abc'), '3 wrong_type'],
    ['of another type than a property that ships', host('    properties: { agent_config: none }'), '4 wrong_type'],
    [
      'that a type has by default, and are not of its own type',
      typed('type: list, default: 1', 'p: []'),
      '6 wrong_type',
    ],
    ['that a type requires', typed('required: true', ''), '3 missing_property'],
    ['of a property that its node does not have', worth('{ get_property: [host, nothing] }'), '5 unknown_property'],
    [
      'that lead back to themselves',
      worth('{ concat: [a, { get_property: [SELF, resource_id] }] }'),
      '5 property_circle',
    ],
    ['of a function that is not known here', worth('{ get_secret: key }'), '5 unknown_function'],
    ['beside a function', worth('{ get_property: [host, ip], default: a }'), '5 bad_function'],
    ['of properties that a relationship does not have', related('properties: { colour: red }'), '6 unknown_property'],
    [
      'of relationships that name nothing',
      related('properties: { connection_type: { get_input: no } }'),
      '6 unknown_input',
    ],
    ['that a connection cannot have', related('properties: { connection_type: some }'), '6 wrong_type'],
  ])('are refused: %s', (_what, text, expected) => {
    expect(problems(text)).toEqual(expect.arrayContaining([expect.stringContaining(expected)]));
  });

  it('of outputs are there', () => {
    const text = `${HOST}outputs: { o: { value: { concat: [a, { get_property: [host, nothing] }] } } }`;
    expect(problems(text)).toEqual(['3 unknown_property: host has no property called nothing.']);
  });

  it('are taken where they fit, and where only a run will know them', () => {
    expect(problems(typed('type: integer, default: 1', 'p: { get_attribute: [host, port] }'))).toEqual([]);
    expect(problems(typed('type: float', 'p: 1.5'))).toEqual([]);
    expect(problems(worth('{ concat: [a, { get_property: [host, ip] }] }'))).toEqual([]);
  });

  it('of a type lead to what the node has that is of it', () => {
    const inherited = `${HOST}  x: { type: a.T, properties: { p: { get_property: [SELF, q] } } }\nnode_types:\n  a.T: { properties: { p: {}, q: { default: { get_property: [SELF, p] } } } }\n`;
    expect(problems(inherited)).toEqual([
      expect.stringContaining('3 property_circle: This value leads back to itself: x.q, x.p, x.q.'),
      expect.stringContaining('3 property_circle: This value leads back to itself: x.p, x.q, x.p.'),
    ]);
  });

  it('that name each other twice, and so on, are refused before anybody evaluates them', () => {
    const twice = (at: number) => `{ get_property: [SELF, p${at}] }`;
    const names = Array.from({ length: 40 }, (_, at) => `p${at}`);
    const given = names.map(
      (name, at) => `${name}: { concat: [${at < 39 ? `${twice(at + 1)}, ${twice(at + 1)}` : 'a'}] }`,
    );
    const text = `${HOST}  x: { type: a.T, properties: { ${given.join(', ')} } }\nnode_types:\n  a.T: { properties: { ${names.map((name) => `${name}: {}`).join(', ')} } }\n`;
    expect(problems(text)[0]).toMatch(/^3 too_many_calls/);
  });
});

describe('what a topology cannot do', () => {
  const many = (id: string, instances: number, more = '') =>
    `  ${id}: { type: cloudify.nodes.Tier, capabilities: { scalable: { properties: { default_instances: ${instances} } } }${more} }\n`;
  const relates = (type: string, target: string, more = '') =>
    `, relationships: [{ type: cloudify.relationships.${type}, target: ${target}${more} }]`;

  it('is to have more instances than anybody means', () => {
    const inEach = many('a', 1_000, relates('contained_in', 'host')) + many('b', 1_000, relates('contained_in', 'a'));
    expect(problems(HOST + inEach)).toEqual([
      '4 too_many_instances: A new service would have 1001001 instances, 1000000 of them of b; 2000 at most.',
    ]);
    const each = (more = '') => HOST + many('a', 900) + many('b', 900, relates('connected_to', 'a', more));
    expect(problems(each())).toEqual([
      expect.stringContaining('4 too_many_pairs: Each of b with each of a would be 810000'),
    ]);
    expect(problems(each(', properties: { connection_type: all_to_one }'))).toEqual([]);
  });

  it('is to run what only a machine has, or to wait for what there is not', () => {
    expect(problems(tier('    interfaces: { cloudify.interfaces.host: { get_state: Bare } }'))).toEqual([
      expect.stringContaining('5 not_a_host'),
    ]);
    const waits = (operation: string) =>
      HOST +
      many('a', 1, relates('depends_on_lifecycle_operation', 'host', `, properties: { operation: ${operation} }`));
    expect(problems(waits('cloudify.interfaces.lifecycle.create'))).toEqual([]);
    expect(problems(waits('cloudify.interfaces.lifecycle.creat'))).toEqual([
      '3 unknown_operation: host has no operation called cloudify.interfaces.lifecycle.creat that could be waited for.',
    ]);
  });
});

describe('chains that nobody wrote by hand', () => {
  const chain = (parent: string) =>
    Array.from({ length: 5_000 }, (_, at) => `  a.T${at}: { derived_from: a.T${at + 1} }\n`).join('') +
    `  a.T5000: { derived_from: ${parent} }\n`;

  it('of types are refused before they are followed', () => {
    const text = (kind: string, parent: string) => `${HOST}${kind}:\n${chain(parent)}`;
    const expected = ['4 invalid: There are at most 200 of these.'];
    expect(problems(text('node_types', 'cloudify.nodes.Tier'))).toEqual(expected);
    expect(problems(text('relationships', 'cloudify.relationships.depends_on'))).toEqual(expected);
  });
});

describe('steps of a workflow', () => {
  const step = (parameters: string) =>
    `${HOST}workflows:\n  w: { title: W, steps: [{ workflow: restart, parameters: { ${parameters} } }] }`;

  it.each<[string, string]>([
    ['colour: red', '4 parameter_undeclared: The workflow has no parameter colour.'],
    ['node_ids: [ghost]', '4 parameter_unknown: node_ids: there is no node ghost.'],
    ['type_names: [a.Ghost]', '4 parameter_unknown: type_names: there is no type a.Ghost.'],
    [
      'run_by_dependency_order: perhaps',
      '4 parameter_type: The parameter run_by_dependency_order must be true or false.',
    ],
  ])('have parameters that mean something: %s', (parameters, expected) => {
    expect(problems(step(parameters))).toEqual([expected]);
  });

  it.each<[string, string]>([
    ['pull', 'unknown_operation: No node has a plan for lifecycle.pull.'],
    ['install_new_agents', 'unknown_operation: No node has a plan for cloudify_agent.create_amqp.'],
    [
      'rollback',
      'unknown_workflow: A step may be one of: start, stop, restart, check_status, check_drift, heal, reinstall, update, pull, install_new_agents.',
    ],
  ])('do something: %s', (workflow, expected) => {
    expect(problems(`${HOST}workflows:\n  w: { title: W, steps: [{ workflow: ${workflow} }] }`)).toEqual([
      `4 ${expected}`,
    ]);
  });

  it('renew agents of machines alone that say how they get one', () => {
    const agents = (properties: string) =>
      `node_templates:
  host: { type: cloudify.nodes.Compute, ${properties} interfaces: { cloudify.interfaces.cloudify_agent: { create_amqp: Bare } } }
workflows:
  w: { title: W, steps: [{ workflow: install_new_agents }] }`;
    expect(problems(agents(''))).toEqual([
      '4 no_agent: host has no agent of its own: say how it gets one under agent_config.install_method.',
    ]);
    expect(problems(agents('properties: { agent_config: { install_method: provided } },'))).toEqual([]);
  });

  it('may say which nodes and types are meant', () => {
    expect(problems(step('node_ids: [host], type_names: [cloudify.nodes.Compute]'))).toEqual([]);
  });
});
