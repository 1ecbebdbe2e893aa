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
    ['list_join of several lists', { list_join: [',', ['a', '1'], { get_param: 'many' }] }, 'a,1,a,b'],
    ['list_join of maps as JSON', { list_join: ['', [{ b: [1, 'ü'], a: 1 }]] }, '{"a": 1, "b": [1, "\\u00fc"]}'],
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
    [
      'repeat makes every combination, the last list the fastest',
      { repeat: { for_each: { '%h': ['a', 'b'], '%p': ['1', '2'] }, template: '%h-%p' } },
      ['a-1', 'a-2', 'b-1', 'b-2'],
    ],
    [
      'repeat without permutations takes lists side by side',
      { repeat: { for_each: { '%h': ['a', 'b'], '%p': [1, 2] }, template: { '%h': '%p' }, permutations: false } },
      [{ a: 1 }, { b: 2 }],
    ],
    ['str_replace writes truth values as Python does', { str_replace: { template: 'x', params: { x: true } } }, 'True'],
    ['str_split', { str_split: [',', 'a,b'] }, ['a', 'b']],
    ['str_split with an index', { str_split: [',', 'a,b', 1] }, 'b'],
    ['map_merge, the later wins', { map_merge: [{ a: 1, b: 2 }, null, { b: 3 }] }, { a: 1, b: 3 }],
    [
      'map_replace of keys and values',
      {
        map_replace: [
          { k: 'v', l: 'w' },
          { keys: { k: 'K' }, values: { w: 'W' } },
        ],
      },
      { K: 'v', l: 'W' },
    ],
    ['digest', { digest: ['md5', 'abc'] }, '900150983cd24fb0d6963f7d28e17f72'],
    ['filter takes values out', { filter: [['a'], ['a', 'b', 'a']] }, ['b']],
    ['contains', { contains: ['b', { get_param: 'many' }] }, true],
    ['list_concat', { list_concat: [['a'], ['b', 'a']] }, ['a', 'b', 'a']],
    [
      'list_concat_unique',
      {
        list_concat_unique: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
      ['a', 'b', 'c'],
    ],
    [
      'make_url',
      { make_url: { scheme: 'http', host: '::1', port: 80, path: 'x', query: { a: 'b c' } } },
      'http://[::1]:80/x?a=b%20c',
    ],
    ['a map with more keys is data', { get_param: 'size', other: 1 }, { get_param: 'size', other: 1 }],
  ])('%s', (_what, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test('a path that leads nowhere gives nothing; an attribute that there is not is named', () => {
    expect(resolve({ get_param: ['deep', 'nowhere'] }, scope)).toBe('');
    expect(resolve({ get_attr: ['vm', 'addresses', 'nowhere', 0] }, scope)).toBeNull();
    expect(() => resolve({ get_attr: ['vm', 'colour'] }, scope)).toThrow(
      'The Referenced Attribute (vm colour) is incorrect.',
    );
  });

  test.each<[string, Json, string]>([
    ['a number in list_join', { list_join: [',', [1]] }, 'Items to join must be string, map or list not 1'],
    [
      'a name that does not occur, where each must',
      { str_replace_strict: { template: 'x', params: { $a: '1', $bb: '2' } } },
      'The following params were not found in the template: $bb,$a',
    ],
    [
      'an empty value, where none may be',
      { str_replace_vstrict: { template: 'x', params: { x: '' } } },
      'an undefined or empty value for param x',
    ],
    ['an index beyond the pieces', { str_split: [',', 'a,b', 2] }, 'between 0 and 1'],
    ['keys that become one', { map_replace: [{ a: 1, b: 2 }, { keys: { a: 'b' } }] }, 'collides with a key'],
    ['YAQL where there is none', { yaql: { expression: '$', data: 1 } }, 'yaql is not supported here'],
  ])('%s has no value', (_what, value, words) => {
    expect(() => resolve(value, scope)).toThrow(words);
  });

  test.each<[string, Json]>([
    ['2014-10-16', { repeat: { for_each: {}, template: '' } }],
    ['2013-05-23', { str_split: [',', 'a,b'] }],
    ['2015-10-15', { if: ['c', 'a', 'b'] }],
    ['newton', { list_concat: [['a'], ['b']] }],
  ])('what version %s lacks stays data', (version, value) => {
    expect(resolve(value, { ...scope, version })).toEqual(value);
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
