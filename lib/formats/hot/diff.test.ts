import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { type ChangeTable, diffTemplates } from './diff';
import { parseTemplate } from './parse';

const table: ChangeTable = () => ({ soft: 'inPlace', hard: 'replace' });
const template = (resources: JsonObject) => parseTemplate({ heat_template_version: '2018-08-31', resources });
const resource = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'T', properties, ...more });
const sealed = (payload: string) => `vetro:secret:v1:${'f'.repeat(22)}:${payload}.`;

describe('comparing two templates', () => {
  test('tells what stays, changes, is replaced, comes and goes', () => {
    const before = template({
      a: resource({ soft: 1 }),
      b: resource({ soft: 1 }),
      c: resource({ hard: 1 }),
      d: resource({}),
    });
    const after = template({
      a: resource({ soft: 1 }),
      b: resource({ soft: 2 }),
      c: resource({ hard: 2 }),
      e: resource({}),
    });
    expect(diffTemplates(before, after, table)).toEqual({
      a: { change: 'unchanged' },
      b: { change: 'inPlace', properties: ['soft'] },
      c: { change: 'replace', properties: ['hard'] },
      d: { change: 'remove' },
      e: { change: 'create' },
    });
  });

  test('what refers to something replaced changes with it, by the rule of the property that refers', () => {
    const of = (hard: number) =>
      template({
        base: resource({ hard }),
        soft: resource({ soft: { get_resource: 'base' } }),
        hard: resource({ hard: [{ get_attr: ['base', 'id'] }] }),
        next: resource({ hard: { get_resource: 'hard' } }),
        other: resource({ soft: 'base' }, { depends_on: 'base' }),
      });
    expect(diffTemplates(of(1), of(2), table)).toMatchObject({
      base: { change: 'replace' },
      soft: { change: 'inPlace' },
      hard: { change: 'replace' },
      next: { change: 'replace' },
      other: { change: 'unchanged' },
    });
  });

  test('what a resource asks to ignore is no change, nor is that it begins to ask so', () => {
    const servers: ChangeTable = () => ({ user_data: 'replace', user_data_update_policy: 'inPlace' });
    const of = (user_data: string, more: JsonObject = {}) => template({ a: resource({ user_data, ...more }) });
    const ignored = { user_data_update_policy: 'IGNORE' };
    expect(diffTemplates(of('one'), of('two', ignored), servers)).toEqual({ a: { change: 'unchanged' } });
    expect(diffTemplates(of('one', ignored), of('two', ignored), servers)).toEqual({ a: { change: 'unchanged' } });
    const unsaid: JsonObject[] = [{}, { user_data_update_policy: 'REPLACE' }];
    for (const more of unsaid)
      expect(diffTemplates(of('one', ignored), of('two', more), servers).a?.change).toBe('replace');
  });

  test('an unknown property and another type replace; metadata never does', () => {
    const before = template({ a: resource({ odd: 1 }), b: resource({}), c: resource({}, { metadata: { x: 1 } }) });
    const after = template({ a: resource({ odd: 2 }), b: { type: 'U' }, c: resource({}, { metadata: { x: 2 } }) });
    expect(diffTemplates(before, after, table)).toMatchObject({
      a: { change: 'replace' },
      b: { change: 'replace', properties: ['type'] },
      c: { change: 'inPlace', properties: ['metadata'] },
    });
  });

  test('the order of keys, absent and null values, and how a secret was sealed make no difference', () => {
    const before = template({ a: resource({ hard: { x: 1, y: [sealed('one')] }, soft: null }) });
    const after = template({ a: resource({ hard: { y: [sealed('two')], x: 1 } }) });
    expect(diffTemplates(before, after, table)).toEqual({ a: { change: 'unchanged' } });
  });

  test('without a stack everything comes; without a template everything goes', () => {
    const some = template({ a: resource({}) });
    expect(diffTemplates(null, some, table)).toEqual({ a: { change: 'create' } });
    expect(diffTemplates(some, null, table)).toEqual({ a: { change: 'remove' } });
  });
});
