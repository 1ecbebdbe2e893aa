import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/model/json';
import { inspectTemplate } from './parse';
import { prepareTemplate } from './prepare';
import { type Groups, groupsOf } from './resource-groups';

/** A group of servers, and outputs. */
function prepared(group: JsonObject, outputs: Record<string, Json> = {}, groups?: Groups) {
  const source = {
    heat_template_version: '2021-04-16',
    parameters: { size: { type: 'number', default: 2 } },
    resources: {
      net: { type: 'OS::Neutron::Net' },
      web: {
        type: 'OS::Heat::ResourceGroup',
        properties: { resource_def: { type: 'OS::Nova::Server', properties: { name: 'web%index%' } }, ...group },
      },
    },
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value }])),
  };
  return prepareTemplate(source, {}, groups ? { groups } : {});
}

const resourcesOf = ({ template }: ReturnType<typeof prepared>) => Object.keys(template?.resources ?? {});
const sentences = ({ problems }: ReturnType<typeof prepared>) =>
  problems.map(({ path, sentence }) => `${path}: ${sentence}`);

describe('a group of resources', () => {
  it('is written as its members, each with its number in its texts, and comes after them', () => {
    const found = prepared({
      count: { get_param: 'size' },
      resource_def: {
        type: 'OS::Nova::Server',
        properties: { name: 'web%index%', tags: ['n%index%', { str_replace: { template: '%index%-x', params: {} } }] },
        metadata: { n: '%index%' },
      },
    });
    expect(found.problems).toEqual([]);
    expect(resourcesOf(found)).toEqual(['net', 'web.0', 'web.1', 'web']);
    expect(found.template?.resources['web.1']).toMatchObject({
      type: 'OS::Nova::Server',
      properties: { name: 'web1', tags: ['n1', { str_replace: { template: '1-x', params: {} } }] },
      metadata: { n: '1' },
    });
    expect(found.template?.resources.web).toMatchObject({ properties: { count: 2 }, dependsOn: ['web.0', 'web.1'] });
  });

  it('has one member when nothing is said, none when that is asked for, and another word for the number', () => {
    expect(resourcesOf(prepared({}))).toEqual(['net', 'web.0', 'web']);
    expect(resourcesOf(prepared({ count: 0 }))).toEqual(['net', 'web']);
    const resource_def = { type: 'OS::Nova::Server', properties: { name: 'web%index%-<n>' } };
    const named = prepared({ index_var: '<n>', resource_def });
    expect(named.template?.resources['web.0']?.properties).toEqual({ name: 'web%index%-0' });
  });

  it('is judged as it is written, before anybody gives parameters; groups of groups are, too', () => {
    const judged = (properties: JsonObject) => {
      const web = { type: 'OS::Heat::ResourceGroup', properties };
      const { problems } = inspectTemplate({ heat_template_version: '2021-04-16', resources: { web } });
      return problems.map(({ path, sentence }) => `${path}: ${sentence}`);
    };
    const at = 'resources.web.properties';
    const resource_def = { type: 'OS::Nova::Server' };
    const noCount = '"count" must be a whole number from 0 to 1000.';
    for (const count of [-1, 2.5, 'two', 1_001]) {
      expect(judged({ resource_def, count })).toEqual([`${at}.count: ${noCount}`]);
    }
    expect(judged({ resource_def, count: '3', index_var: '%i%' })).toEqual([]);
    expect(judged({ resource_def, count: { str_replace: { template: 'n', params: { n: '2' } } } })).toEqual([]);
    expect(judged({ resource_def, index_var: '#' })).toEqual([
      `${at}.index_var: "index_var" must be a text of at least 3 characters.`,
    ]);
    const noDefinition = 'A group needs "resource_def" with the type of its members.';
    expect(judged({ count: 2, counts: 2 })).toEqual([
      `${at}.counts: Unknown Property counts`,
      `${at}.resource_def: ${noDefinition}`,
    ]);
    expect(judged({ resource_def: { type: 'OS::Heat::ResourceGroup', properties: { count: -1 } } })).toEqual([
      `${at}.resource_def.properties.resource_def: ${noDefinition}`,
      `${at}.resource_def.properties.count: ${noCount}`,
    ]);
  });

  it('may have groups for members', () => {
    const inner = {
      count: 2,
      index_var: '%inner%',
      resource_def: { type: 'OS::Heat::Value', properties: { value: '%index%.%inner%' } },
    };
    const found = prepared({ count: 2, resource_def: { type: 'OS::Heat::ResourceGroup', properties: inner } });
    expect(resourcesOf(found)).toEqual(['net', 'web.0.0', 'web.0.1', 'web.0', 'web.1.0', 'web.1.1', 'web.1', 'web']);
    expect(found.template?.resources['web.1.0']?.properties).toEqual({ value: '1.0' });
  });

  it.each<[Json[], Json]>([
    [
      ['web', 'refs'],
      [{ get_resource: 'web.0' }, { get_resource: 'web.1' }],
    ],
    [['web', 'refs', 1], { get_resource: 'web.1' }],
    [['web', 'refs_map'], { 0: { get_resource: 'web.0' }, 1: { get_resource: 'web.1' } }],
    [['web', 'resource.1'], { get_resource: 'web.1' }],
    [['web', 'resource.1', 'addresses', 'private'], { get_attr: ['web.1', 'addresses', 'private'] }],
    [['web', 'resource.1.name'], { get_attr: ['web.1', 'name'] }],
    [['web', 'resource.0.addresses', 'private', 0], { get_attr: ['web.0', 'addresses', 'private', 0] }],
    [
      ['web', 'first_address'],
      [{ get_attr: ['web.0', 'first_address'] }, { get_attr: ['web.1', 'first_address'] }],
    ],
    [['web', 'attributes', 'name'], { 0: { get_attr: ['web.0', 'name'] }, 1: { get_attr: ['web.1', 'name'] } }],
    [['web', 'removed_rsrc_list'], []],
  ])('is asked for %j by asking its members', (asked, value) => {
    const found = prepared({ count: 2 }, { asked: { list_join: [',', { get_attr: asked }] } });
    expect(found.template?.outputs.asked?.value).toEqual({ list_join: [',', value] });
  });

  it('is refused when how many there are is known too late, too large, or what there is of is missing', () => {
    expect(sentences(prepared({ count: { get_attr: ['net', 'mtu'] } })).join()).toContain(
      'resources.web.properties.count: "count" of a group must be known before anything is made',
    );
    expect(sentences(prepared({ count: 1e9 })).join()).toContain('a whole number from 0 to 1000');
    expect(sentences(prepared({ count: -1 })).join()).toContain('a whole number from 0 to 1000');
    expect(sentences(prepared({ resource_def: {} })).join()).toContain('needs "resource_def"');
    expect(sentences(prepared({ removed_rsrc_list: ['0'] })).join()).toContain('Unknown Property removed_rsrc_list');
    expect(sentences(prepared({ removal_policies_mode: 'x' })).join()).toContain('append, update');
    expect(sentences(prepared({}, { gone: { get_attr: ['web', 'resource.7'] } })).join()).toContain('web.7');
  });
});

describe('what is taken away from a group by name', () => {
  const stack = (removed: string[]): Groups =>
    groupsOf([
      { name: 'web', type: 'OS::Heat::ResourceGroup', reference: 'g', properties: { removed_rsrc_list: removed } },
      ...['0', '1', '2'].map((index) => ({
        ...{ name: `web.${index}`, type: 'OS::Nova::Server', reference: `id-${index}`, properties: {} },
      })),
    ]);
  const removing = (names: Json[], removed: string[] = [], more: JsonObject = {}) =>
    prepared({ count: 3, removal_policies: [{ resource_list: names }], ...more }, {}, stack(removed));

  it.each([
    [['1'], ['net', 'web.0', 'web.2', 'web.3', 'web']],
    [[1], ['net', 'web.0', 'web.2', 'web.3', 'web']],
    [['id-0'], ['net', 'web.1', 'web.2', 'web.3', 'web']],
    [
      ['7', 'unknown'],
      ['net', 'web.0', 'web.1', 'web.2', 'web'],
    ],
  ])('%j: another number comes in its place', (names, resources) => {
    expect(resourcesOf(removing(names))).toEqual(resources);
  });

  it('does not come again, unless only what is named now is to stay away', () => {
    expect(resourcesOf(removing([], ['1']))).toEqual(['net', 'web.0', 'web.2', 'web.3', 'web']);
    expect(resourcesOf(removing(['1'], ['1']))).toEqual(['net', 'web.0', 'web.2', 'web.3', 'web']);
    const mode = { removal_policies_mode: 'update' };
    expect(resourcesOf(removing(['0'], ['1'], mode))).toEqual(['net', 'web.1', 'web.2', 'web.3', 'web']);
    expect(removing(['0'], ['1']).template?.resources.web?.properties).toEqual({
      count: 3,
      removed_rsrc_list: ['1', '0'],
    });
  });
});
