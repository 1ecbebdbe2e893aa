import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '@/lib/model/json';
import { referencedResources, resolve } from './functions';
import type { Scope } from './scope';

const scope: Scope = {
  parameter: (name) => ({ size: 'm1.small', many: ['a', 'b'], deep: { x: [{ y: 7 }] } })[name] ?? null,
  resource: (name) => `id-of-${name}`,
  attribute: (name, attribute) =>
    attribute === 'addresses' ? { net: [{ addr: `10.0.0.${name.length}` }] } : undefined,
};

describe('intrinsic functions', () => {
  test.each<[string, Json, Json]>([
    ['get_param', { get_param: 'size' }, 'm1.small'],
    ['get_param with a path', { get_param: ['deep', 'x', 0, 'y'] }, 7],
    ['get_resource', { get_resource: 'vm' }, 'id-of-vm'],
    ['get_attr with a path', { get_attr: ['vm', 'addresses', 'net', 0, 'addr'] }, '10.0.0.2'],
    ['list_join of several lists', { list_join: [',', ['a', 1], { get_param: 'many' }] }, 'a,1,a,b'],
    ['list_join of maps as JSON', { list_join: ['', [{ a: 1 }]] }, '{"a":1}'],
    [
      'str_replace takes the longest name first',
      { str_replace: { template: '$ab $a', params: { $a: 1, $ab: 2 } } },
      '2 1',
    ],
    ['str_replace never replaces twice', { str_replace: { template: 'a', params: { a: 'b', b: 'c' } } }, 'b'],
    [
      'str_replace of values that are functions',
      { str_replace: { template: 'x', params: { x: { get_resource: 'vm' } } } },
      'id-of-vm',
    ],
    [
      'repeat',
      { repeat: { for_each: { '%p%': [1, 2] }, template: { port: '%p%', name: 'n-%p%' } } },
      [
        { port: 1, name: 'n-1' },
        { port: 2, name: 'n-2' },
      ],
    ],
    ['a map with more keys is data', { get_param: 'size', other: 1 }, { get_param: 'size', other: 1 }],
  ])('%s', (_what, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test('a path that leads nowhere fails with the name of what was asked', () => {
    expect(() => resolve({ get_param: ['deep', 'nowhere'] }, scope)).toThrow(
      'The parameter "deep" has nothing at "nowhere".',
    );
    expect(() => resolve({ get_attr: ['vm', 'colour'] }, scope)).toThrow(
      'The Referenced Attribute (vm colour) is incorrect.',
    );
  });

  test('references are found however deep they are', () => {
    const value = {
      a: [{ list_join: ['', [{ get_attr: ['x', 'y'] }]] }],
      b: { str_replace: { template: 't', params: { t: { get_resource: 'z' } } } },
    };
    expect(referencedResources(value)).toEqual(['x', 'z']);
  });

  test('data without functions stays what it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(resolve(json, scope)).toEqual(json);
      }),
    );
  });

  test('a sealed secret passes through text functions whole', () => {
    const sealed = `vetro:secret:v1:${'f'.repeat(22)}:cGF5bG9hZA.`;
    const value = { str_replace: { template: 'password=%p%;', params: { '%p%': sealed } } };
    expect(resolve(value, scope)).toBe(`password=${sealed};`);
  });
});
