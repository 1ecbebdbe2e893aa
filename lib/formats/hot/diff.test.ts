import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { diffResource, type PropertyChanges } from './diff';

const table: PropertyChanges = { soft: 'inPlace', hard: 'replace' };
const resource = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'T', properties, metadata: {}, ...more });
const sealed = (payload: string) => `vetro:secret:v1:${'f'.repeat(22)}:${payload}.`;
const change = (before: JsonObject, after: JsonObject) => diffResource(resource(before), resource(after), table);

describe('comparing a resource as it is with how it should be', () => {
  test('tells what stays, changes and is replaced, by the property', () => {
    expect(change({ soft: 1 }, { soft: 1 })).toEqual({ change: 'unchanged' });
    expect(change({ soft: 1 }, { soft: 2 })).toEqual({ change: 'inPlace', properties: ['soft'] });
    expect(change({ hard: 1 }, { hard: 2 })).toEqual({ change: 'replace', properties: ['hard'] });
  });

  test('what a resource asks to ignore is no change, nor is that it begins to ask so', () => {
    const servers: PropertyChanges = { user_data: 'replace', user_data_update_policy: 'inPlace' };
    const of = (user_data: string, more: JsonObject = {}) => resource({ user_data, ...more });
    const ignored = { user_data_update_policy: 'IGNORE' };
    expect(diffResource(of('one'), of('two', ignored), servers)).toEqual({ change: 'unchanged' });
    expect(diffResource(of('one', ignored), of('two', ignored), servers)).toEqual({ change: 'unchanged' });
    const others: JsonObject[] = [{}, { user_data_update_policy: 'REPLACE' }];
    for (const more of others)
      expect(diffResource(of('one', ignored), of('two', more), servers).change).toBe('replace');
  });

  test('an unknown property and another type replace; metadata never does', () => {
    expect(change({ odd: 1 }, { odd: 2 })).toMatchObject({ change: 'replace' });
    expect(diffResource(resource({}), resource({}, { type: 'U' }), table)).toEqual({
      change: 'replace',
      properties: ['type'],
    });
    const of = (x: number) => resource({}, { metadata: { x } });
    expect(diffResource(of(1), of(2), table)).toEqual({ change: 'inPlace', properties: ['metadata'] });
  });

  test('the order of keys, absent and null values, and how a secret was sealed make no difference', () => {
    const before = { hard: { x: 1, y: [sealed('one')] }, soft: null };
    expect(change(before, { hard: { y: [sealed('two')], x: 1 } })).toEqual({ change: 'unchanged' });
  });
});
