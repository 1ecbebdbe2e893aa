import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { serversOf } from './servers';

const server = (properties: JsonObject) => ({ type: 'OS::Nova::Server', properties });
const template = (resources: JsonObject, more: JsonObject = {}): JsonObject => ({
  heat_template_version: '2018-08-31',
  parameters: { size: { type: 'string' }, count: { type: 'number', default: 3 } },
  ...more,
  resources,
});
const flavorsOf = (resources: JsonObject, given: JsonObject = { size: 'm1.xlarge' }) =>
  serversOf(template(resources), given, {})?.map(({ properties }) => properties.flavor);

describe('the servers of a template', () => {
  it.each<[string, JsonObject]>([
    ['a parameter', { get_param: 'size' }],
    ['a parameter put together', { list_join: ['.', ['m1', { str_split: ['.', { get_param: 'size' }, 1] }]] }],
    ['an attribute that is a property', { get_attr: ['shape', 'value'] }],
    ['a path into an attribute', { get_attr: ['shapes', 'value', 'large', 0] }],
    ['an attribute of another server', { get_attr: ['first', 'flavor'] }],
  ])('have the size that is named by %s', (_name, flavor) => {
    const shapes = {
      shape: { type: 'OS::Heat::Value', properties: { value: { get_param: 'size' } } },
      shapes: { type: 'OS::Heat::Value', properties: { value: { large: [{ get_param: 'size' }] } } },
      first: server({ flavor: { get_attr: ['shape', 'value'] } }),
    };
    expect(flavorsOf({ ...shapes, web: server({ flavor }) })).toEqual(['m1.xlarge', 'm1.xlarge']);
  });

  it('have a phrase where only the cloud knows, and where two ask each other', () => {
    const resources = {
      one: server({ flavor: { get_attr: ['two', 'flavor'] } }),
      two: server({ flavor: { get_attr: ['one', 'flavor'] } }),
      three: server({ flavor: { get_attr: ['port', 'fixed_ips', 0, 'shape'] } }),
      port: { type: 'OS::Neutron::Port', properties: {} },
    };
    expect(flavorsOf(resources)).toEqual([
      expect.stringMatching(/^‹/),
      expect.stringMatching(/^‹/),
      '‹flavor of three›',
    ]);
  });

  it('are as many as a group has, and no more than anybody looks at', () => {
    const group = (count: number, definition: JsonObject) => ({
      type: 'OS::Heat::ResourceGroup',
      properties: { count, resource_def: definition },
    });
    const web = server({ flavor: { get_param: 'size' } });
    expect(flavorsOf({ web: group(3, web) })).toHaveLength(3);
    expect(flavorsOf({ web: group(1000, web), app: group(1000, web), db: group(1, web) })).toBeUndefined();
  });

  it('are none of a template that cannot be read', () => {
    expect(serversOf({ resources: 'none' }, {}, {})).toEqual([]);
  });
});
