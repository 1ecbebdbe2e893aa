import { describe, expect, it } from 'vitest';
import { type ActionArgument, argumentProblems } from '@/lib/model/action-arguments';
import { argumentsFrom, enteredFor } from './entered-arguments';

const taken = (kind: ActionArgument['kind'], more: Partial<ActionArgument> = {}): ActionArgument => ({
  name: kind,
  label: kind,
  help: '',
  kind,
  required: false,
  default: null,
  choices: [],
  ...more,
});
const asOne = (kind: ActionArgument['kind'], text: string) => argumentsFrom([taken(kind)], { [kind]: text })[kind];

describe('what was entered for an action', () => {
  it('begins with what counts when nothing is said', () => {
    const fields = [
      taken('text', { default: 'yes' }),
      taken('integer', { default: 30 }),
      taken('boolean', { default: true }),
      taken('list', { default: ['a'] }),
      taken('number'),
    ];
    expect(enteredFor(fields)).toEqual({ text: 'yes', integer: '30', boolean: true, list: '["a"]', number: '' });
  });

  it('is given as what it should be, and left out where nothing was entered', () => {
    const fields = (['text', 'integer', 'number', 'boolean', 'choice', 'list', 'map', 'json'] as const).map((kind) =>
      taken(kind),
    );
    const entered = {
      ...{ text: '7', integer: ' 7 ', number: '1.5', boolean: false, choice: 'a' },
      ...{ list: '["a", 1]', map: '{"a": 1}', json: '' },
    };
    expect(argumentsFrom(fields, entered)).toEqual({
      ...{ text: '7', integer: 7, number: 1.5, boolean: false, choice: 'a' },
      ...{ list: ['a', 1], map: { a: 1 } },
    });
  });

  it.each([
    ['integer', 'seven'],
    ['integer', '007'],
    ['integer', '  '],
    ['number', '1,5'],
    ['number', '1e999'],
    ['number', 'null'],
    ['list', '["a", '],
    ['map', '{a: 1}'],
  ] as const)('as %s that cannot be read, %j, is given as it is, and is then refused', (kind, text) => {
    expect(asOne(kind, text)).toBe(text);
    expect(argumentProblems([taken(kind)], { [kind]: text })).toMatchObject([{ name: kind, code: 'wrong_type' }]);
  });

  it('as a whole number that would be rounded is given as it is, and is then refused by its limit', () => {
    expect(asOne('integer', '9007199254740993')).toBe('9007199254740993');
    expect(asOne('map', '{"a": 9007199254740993}')).toBe('{"a": 9007199254740993}');
    const given = { integer: '-9007199254740993' };
    expect(argumentProblems([taken('integer')], given)).toMatchObject([
      { code: 'out_of_range', sentence: expect.stringContaining('at least -9007199254740991') },
    ]);
  });

  it('is a text where anything may be given', () => {
    expect(asOne('json', 'a name')).toBe('a name');
    expect(asOne('json', 'null')).toBeNull();
    expect(asOne('list', 'a name')).toBe('a name');
    expect(argumentProblems([taken('list'), taken('json')], { list: 'a name', json: 'a name' })).toEqual([]);
  });

  it('is told with everything else that is wrong, at once', () => {
    const fields = [
      taken('integer', { label: 'Days', min: 1 }),
      taken('number', { label: 'Rate', max: 5 }),
      taken('choice', { label: 'Kind', choices: ['full', 'quick'], required: true }),
      taken('text', { label: 'Folder', required: true }),
    ];
    const given = argumentsFrom(fields, { integer: 'many', number: '9', choice: '', text: '' });
    expect(argumentProblems(fields, given).map(({ sentence }) => sentence)).toEqual([
      'Days must be a whole number.',
      'Rate must be at most 5.',
      'Kind must be given.',
      'Folder must be given.',
    ]);
  });
});
