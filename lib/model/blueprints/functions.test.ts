import { describe, expect, it } from 'vitest';
import type { Json } from '../json';
import { at, evaluate, functionsIn, withInputs, wordsOf } from './functions';

/** Says where it was asked, but for one property, which leads on to another. */
const sources = {
  property: (node: string, path: readonly string[]): Json =>
    node === 'web' ? { get_attribute: ['SELF', 'port'] } : `property ${[node, ...path].join('.')}`,
  attribute: (node: string, path: readonly string[]): Json => `attribute ${[node, ...path].join('.')}`,
};

describe('functions in the values of a blueprint', () => {
  it('are found wherever they stand, the outer ones first', () => {
    const value = {
      url: { concat: ['http://', { get_attribute: ['db', 'address'] }] },
      plain: { a: 1, get_input: 'b' },
    };
    expect(functionsIn(value)).toEqual([
      { name: 'concat', argument: value.url.concat, path: ['url'] },
      { name: 'get_attribute', argument: ['db', 'address'], path: ['url', 'concat', 1] },
    ]);
    expect(functionsIn('get_input')).toEqual([]);
  });

  it('give way to inputs, at any depth and with a path into the input; others stay', () => {
    const inputs: Record<string, Json> = { port: 80, site: { name: 'shop', ports: [1, 2] } };
    const filled = (value: Json) => withInputs(value, (name) => inputs[name] ?? null);
    expect(filled([{ get_input: 'port' }, { name: { get_input: ['site', 'name'] } }])).toEqual([80, { name: 'shop' }]);
    expect(filled({ get_input: ['site', 'ports', 1] })).toBe(2);
    expect(filled({ get_input: ['site', 'colour'] })).toBeNull();
    expect(filled({ concat: ['a', { get_input: 'port' }] })).toEqual({ concat: ['a', 80] });
    expect(filled({ get_property: ['web', 'port'] })).toEqual({ get_property: ['web', 'port'] });
  });

  it('take what nodes are given and what is known of their instances; what a property leads to is taken as well', () => {
    expect(evaluate({ get_property: ['db', 'port'] }, sources)).toBe('property db.port');
    expect(evaluate({ get_property: ['web', 'port'] }, sources)).toBe('attribute SELF.port');
    expect(evaluate({ get_attribute: ['SELF', 'ports', 0] }, sources)).toBe('attribute SELF.ports.0');
    expect(evaluate([{ a: { get_attribute: 'db' } }, 1], sources)).toEqual([{ a: 'attribute db' }, 1]);
    expect(evaluate(null, sources)).toBeNull();
  });

  it('join texts, numbers and whole values; nothing is the empty text', () => {
    expect(evaluate({ concat: ['a', 1, null, true, { b: [2] }] }, sources)).toBe('a1true{"b":[2]}');
    expect(evaluate({ concat: ['at ', { get_attribute: ['db', 'address'] }] }, sources)).toBe(
      'at attribute db.address',
    );
    expect(evaluate({ concat: 'alone' }, sources)).toBe('alone');
  });
});

describe('a path into a value', () => {
  it('goes through objects and lists, and leads nowhere else', () => {
    const value = { a: [{ b: 'c' }], none: null };
    expect(at(value, ['a', '0', 'b'])).toBe('c');
    expect(at(value, [])).toBe(value);
    for (const path of [['x'], ['a', '7'], ['none'], ['a', '0', 'b', 'c'], ['toString']]) {
      expect(at(value, path)).toBeNull();
    }
  });

  it('is the words of an argument; a text is one', () => {
    expect(wordsOf('web')).toEqual(['web']);
    expect(wordsOf(['web', 0, null, { a: 1 }])).toEqual(['web', '0']);
  });
});
