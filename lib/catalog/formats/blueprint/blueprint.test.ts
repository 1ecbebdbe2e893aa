import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '@/lib/formats/yaml/read-yaml';
import { blueprint } from '.';
import { readBlueprint } from './read-blueprint';

const EXAMPLES = [
  'examples/com.example.TeamPortal',
  'lib/conductor/runtime/testing/packages/com.example.HealExample',
  'examples/com.example.NoticeBoard',
];

function readFolder(folder: string, change: (files: Map<string, Uint8Array>) => void = () => undefined) {
  const files = new Map(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file): [string, Uint8Array] => [path.relative(folder, file), fs.readFileSync(file)]),
  );
  change(files);
  return blueprint.read(files, 'pack');
}

const OF = {
  planTemplates: { Do: { Commands: [{ Name: 'X', Arguments: { Name: '$name' } }] }, Bare: { Commands: [] } },
  stackTemplates: [],
  requires: false,
};
const HOST = 'node_templates:\n  host: { type: cloudify.nodes.Compute }\n';
const problems = (text: string) =>
  readBlueprint('blueprint.yaml', text, OF).problems.map(
    ({ line, column, path: at, code }) => `${line}:${column} ${at} ${code}`,
  );

describe('a blueprint package', () => {
  it.each(EXAMPLES)('%s is sound', (folder) => {
    expect(readFolder(folder).problems.map(describeProblem)).toEqual([]);
  });

  it('has a form of its inputs, machines of its hosts, and boxes of what stands on them', () => {
    const [type] = readFolder('examples/com.example.TeamPortal').package?.serviceTypes ?? [];
    expect(type?.properties.map(({ name }) => name)).toEqual(['name', 'portal_title']);
    expect(type?.units).toMatchObject({ min: 1, max: 6, default: 3 });
    expect(type?.unitTemplates).toEqual(['db_host', 'web_host', 'web_host', 'web_host'].map((node) => ({ node })));
    expect(type?.roles.map(({ id, when }) => [id, when?.equals])).toEqual([
      ['database', 'db_host'],
      ['web', 'web_host'],
      ['portal', 'web_host'],
    ]);
    expect(type?.customOperations?.map(({ name }) => name)).toEqual([
      'maintenance.clear_cache',
      ...['workflow.refresh', 'workflow.take_stock', 'workflow.set_up_anew', 'workflow.renew_agents'],
    ]);
    expect(type?.operations).toEqual(
      expect.arrayContaining(['lifecycle.start', 'lifecycle.stop', 'validation.check_status', 'lifecycle.heal']),
    );
  });

  it('says which of its machines are connected, by what stands on them', () => {
    const [type] = readFolder('examples/com.example.TeamPortal').package?.serviceTypes ?? [];
    expect(type?.connections).toEqual([
      { property: 'node', source: 'web_host', target: 'db_host', role: 'database', toOne: false },
    ]);
  });

  it('draws nodes on no machine beside the machines', () => {
    const [type] = readFolder(EXAMPLES[1] as string).package?.serviceTypes ?? [];
    expect(type?.shared.map(({ id }) => id)).toEqual(['database', 'floating_ip']);
  });

  it('must say who makes its machines', () => {
    const { package: pack, problems: found } = readFolder(EXAMPLES[0] as string, (files) => {
      const text = fs.readFileSync(`${EXAMPLES[0]}/manifest.yaml`, 'utf8').replace(/Require:[\s\S]*/, '');
      files.set('manifest.yaml', Buffer.from(text));
    });
    expect(pack).toBeNull();
    expect(found.map(({ file, code }) => `${file} ${code}`)).toEqual(['pack/blueprint.yaml not_required']);
  });

  it('leaves its machines to the library that it names, which it must require', () => {
    const { package: pack } = readFolder('examples/com.example.NoticeBoard');
    expect(pack?.machinesFrom).toMatchObject({ library: 'io.vetro.linux.Core', at: { path: 'machines', line: 3 } });
    expect(readFolder(EXAMPLES[0] as string).package?.machinesFrom?.library).toBe('io.vetro.windows.Core');
    const { problems: found } = readFolder('examples/com.example.NoticeBoard', (files) => {
      const text = fs.readFileSync('examples/com.example.NoticeBoard/blueprint.yaml', 'utf8');
      files.set('blueprint.yaml', Buffer.from(text.replace('machines: io.vetro.linux.Core', 'machines: com.acme.Bsd')));
    });
    expect(found.map(describeProblem)).toEqual([
      expect.stringMatching(/^pack\/blueprint\.yaml:3:\d+ machines: .*com\.acme\.Bsd: name it under Require/),
    ]);
  });

  it.each<[string, string, string[]]>([
    ['no YAML', 'a: [', ['1:5  not_yaml']],
    ['an unknown key', `${HOST}colour: red\n`, ['3:9 colour unknown_key']],
    ['an unknown type', 'node_templates:\n  a: { type: com.acme.Nothing }', ['2:14 node_templates.a.type no_topology']],
    [
      'a type that derives from itself',
      `${HOST}node_types:\n  a.B: { derived_from: a.B }`,
      ['4:24 node_types.a.B.derived_from unknown_type'],
    ],
    [
      'an unknown relationship',
      'node_templates:\n  a:\n    type: cloudify.nodes.Compute\n    relationships:\n      - { type: next_to, target: a }',
      ['5:17 node_templates.a.relationships.0.type unknown_type'],
    ],
    [
      'a target that is not there',
      'node_templates:\n  a:\n    type: cloudify.nodes.Compute\n    relationships: [{ type: cloudify.relationships.depends_on, target: b }]',
      ['4:72 node_templates.a.relationships.0.target no_topology'],
    ],
    [
      'a circle',
      'node_templates:\n  a:\n    type: cloudify.nodes.Compute\n    relationships: [{ type: cloudify.relationships.depends_on, target: a }]',
      ['4:72 node_templates.a.relationships.0.target no_topology'],
    ],
    ['no machine', 'node_templates:\n  a: { type: cloudify.nodes.Tier }', ['2:3 node_templates no_host']],
    [
      'a plan that is not there',
      'node_templates:\n  a:\n    type: cloudify.nodes.Compute\n    interfaces: { cloudify.interfaces.lifecycle: { create: Nothing } }',
      ['4:60 node_templates.a.interfaces.cloudify.interfaces.lifecycle.create unknown_plan'],
    ],
    [
      'an input of the plan without a value',
      'node_templates:\n  a:\n    type: cloudify.nodes.Compute\n    interfaces: { cloudify.interfaces.lifecycle: { create: Do } }',
      ['4:60 node_templates.a.interfaces.cloudify.interfaces.lifecycle.create missing_input'],
    ],
    [
      'a property that the type does not have',
      'node_templates:\n  a: { type: cloudify.nodes.Compute, properties: { colour: red } }',
      ['2:60 node_templates.a.properties.colour unknown_property'],
    ],
    [
      'an input that is not asked',
      'node_templates:\n  a: { type: cloudify.nodes.Compute, properties: { ip: { get_input: no } } }',
      ['2:69 node_templates.a.properties.ip.get_input unknown_input'],
    ],
    [
      'bounds that exclude each other',
      'node_templates:\n  a: { type: cloudify.nodes.Compute, capabilities: { scalable: { properties: { default_instances: 5, max_instances: 2 } } } }',
      ['2:99 node_templates.a.capabilities.scalable.properties.default_instances bad_bounds'],
    ],
    [
      'a deployment within a deployment',
      'node_templates:\n  a: { type: cloudify.nodes.ServiceComponent }',
      ['2:14 node_templates.a.type type_elsewhere'],
    ],
    [
      'an action in two configs',
      `${HOST}software_components:\n  s: { configs: [{ actions: [CREATE], config: Bare }, { actions: [CREATE], config: Bare }] }`,
      ['4:55 software_components.s.configs.1 action_in_two_configs'],
    ],
    [
      'a workflow of steps that nobody knows',
      `${HOST}workflows:\n  w: { title: W, steps: [{ workflow: dance }] }`,
      ['4:38 workflows.w.steps.0.workflow unknown_workflow'],
    ],
    [
      'a node on no machine of two',
      `node_templates:\n  a: { type: cloudify.nodes.Compute }\n  b: { type: cloudify.nodes.Compute }\n  c:\n    type: cloudify.nodes.Database\n    interfaces: { cloudify.interfaces.lifecycle: { create: Bare } }`,
      ['5:5 node_templates.c no_operation_host'],
    ],
    [
      'a group of strangers',
      `${HOST}groups: { g: { members: [host, nobody] } }\npolicies: { p: { type: cloudify.policies.scaling, targets: [g], properties: {} } }`,
      ['3:32 groups.g.members.1 unknown_member'],
    ],
  ])('is refused for %s, with line and column', (_what, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('binds operations to the config that a component has for an action, and to nothing where it has none', () => {
    const { blueprint: read } = readBlueprint(
      'blueprint.yaml',
      `node_templates:
  a:
    type: cloudify.nodes.Compute
    interfaces:
      cloudify.interfaces.lifecycle:
        create: { component: s, action: CREATE }
        delete: { component: s, action: DELETE }
software_components:
  s: { configs: [{ actions: [CREATE, UPDATE], config: Bare }] }`,
      OF,
    );
    expect(read?.template.nodes[0]?.operations).toEqual({
      'lifecycle.create': { implementation: 'Bare' },
      'lifecycle.delete': { implementation: null },
    });
  });
});

describe('hostile texts', () => {
  const EXAMPLE = `inputs: { size: { type: integer, default: 1, constraints: [{ in_range: [1, 9] }] } }
node_types:
  a.T: { derived_from: cloudify.nodes.Database, properties: { p: { default: 1 } } }
node_templates:
  host: { type: cloudify.nodes.Compute, capabilities: { scalable: { properties: { default_instances: 2 } } } }
  db:
    type: a.T
    properties: { p: { get_input: size } }
    interfaces: { cloudify.interfaces.lifecycle: { create: { implementation: Do, inputs: { name: { get_property: [SELF, p] } } } } }
    relationships: [{ type: cloudify.relationships.contained_in, target: host }]
groups: { g: { members: [host] } }
policies: { s: { type: cloudify.policies.scaling, targets: [g], properties: { default_instances: 1 } } }
outputs: { o: { value: { concat: [a, { get_attribute: [host, address] }] } } }
`;
  const isClear = (text: string) => {
    const { blueprint: read, problems: found } = readBlueprint('blueprint.yaml', text, { ...OF, requires: true });
    if (read !== null) return found.length === 0;
    return found.length > 0 && found.every(({ sentence }) => sentence.length > 0 && sentence.length < 5_000);
  };

  it('end in a topology or in clear errors', () => {
    const words = [...new Set(EXAMPLE.match(/[\w.]+|[^\s\w]/g) ?? [])];
    const mutated = fc
      .array(
        fc.tuple(
          fc.nat(EXAMPLE.length),
          fc.nat(40),
          fc.constantFrom(...words, '\n', '  ', '&a ', '*a', '!!x ', '__proto__'),
        ),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .map((changes) =>
        changes.reduce((text, [at, length, word]) => text.slice(0, at) + word + text.slice(at + length), EXAMPLE),
      );
    const written = fc
      .array(fc.constantFrom(...words, '\n', '\n  ', '\n    ', ': ', '- ', '{', '}'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(fc.property(fc.oneof(mutated, written, fc.string({ unit: 'grapheme' })), isClear), { numRuns: 10_000 });
  }, 300_000);

  it.each<[string, string]>([
    ['lists within lists', '['.repeat(20_000)],
    ['objects within objects', `node_templates: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}`],
    [
      'aliases of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`)
        .join('\n')}`,
    ],
    ['more than anybody reads', `# ${'x'.repeat(600_000)}`],
    [
      'thousands of nodes',
      `node_templates:\n${Array.from({ length: 3_000 }, (_, at) => `  n${at}: { type: cloudify.nodes.Compute }`).join('\n')}`,
    ],
  ])('of %s are refused', (_what, text) => {
    const { blueprint: read, problems: found } = readBlueprint('blueprint.yaml', text, OF);
    expect(read).toBeNull();
    expect(found.length).toBeGreaterThan(0);
  });
});
