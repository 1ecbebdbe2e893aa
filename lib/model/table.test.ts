import { describe, expect, it } from 'vitest';
import type { Json } from './json';
import { property } from './property';
import { checkProperty } from './property-rules';
import type { Property } from './service-type';
import { rowsOf, tableOf } from './table';

const column = (name: string, kind: 'string' | 'integer' | 'boolean', required = true) => ({
  name,
  label: name,
  kind,
  required,
});
const table = (more: Partial<Property>) => property({ name: 't', kind: 'table', label: 'Ports', ...more });
const objects = table({ rows: 'objects', columns: [column('host', 'string'), column('port', 'integer', false)] });
const values = table({ rows: 'values', columns: [column('value', 'integer')], min: 2, max: 3 });
const pairs = table({ rows: 'pairs', columns: [column('name', 'string'), column('value', 'boolean')] });
const problems = (value: unknown, one: Property) =>
  checkProperty(value, one, one.name, { owner: {}, unitCount: 0, accounts: [] }).map(({ path, sentence }) => [
    path,
    sentence,
  ]);

describe('a table', () => {
  it.each<[string, Property, Json]>([
    ['objects', objects, [{ host: 'a', port: 1 }, { host: 'b' }]],
    ['values', values, [1, 2]],
    ['names with values', pairs, { a: true, b: false }],
    ['one object', table({ rows: 'record', columns: [column('host', 'string')] }), { host: 'a' }],
  ])('of %s is read into rows and back', (_what, one, value) => {
    expect(problems(value, one)).toEqual([]);
    expect(tableOf(rowsOf(value, one), one)).toEqual(value);
  });

  it('says which cell is wrong', () => {
    expect(problems([{ port: 'x', colour: 'red' }, 7], objects)).toEqual([
      ['t.0.colour', 'An entry has no property "colour".'],
      ['t.0.host', '"host" is missing in "Ports 1".'],
      ['t.0.port', '"port" in "Ports 1" must be a whole number.'],
      ['t.1', 'An entry is an object.'],
      ['t.1.host', '"host" is missing in "Ports 2".'],
    ]);
    expect(problems([1, 'two'], values)).toEqual([['t.1', '"value" in "Ports 2" must be a whole number.']]);
    expect(problems({ a: 'yes' }, pairs)).toEqual([['t.a', '"value" in "Ports 1" must be true or false.']]);
  });

  it('is refused where it is none, or has too few or too many rows', () => {
    expect(problems('x', objects)).toEqual([['t', '"Ports" must be a list.']]);
    expect(problems(['x'], pairs)).toEqual([['t', '"Ports" must be names with values.']]);
    expect(problems([1], values)).toEqual([['t', '"Ports" needs at least 2 entries.']]);
    expect(problems([1, 2, 3, 4], values)).toEqual([['t', '"Ports" may have at most 3 entries.']]);
  });
});
