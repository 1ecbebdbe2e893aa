import { describe, expect, test } from 'vitest';
import type { FieldProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { readParameters, resolveParameters } from './parameters';

function check(definitions: JsonObject, given: JsonObject) {
  const problems: FieldProblem[] = [];
  const parameters = readParameters(definitions, problems);
  const result = resolveParameters(parameters, given);
  return { values: result.values, sentences: [...problems, ...result.problems].map((problem) => problem.sentence) };
}

describe('parameters', () => {
  test('values take the parameter’s type, defaults fill in', () => {
    const definitions = {
      count: { type: 'number' },
      on: { type: 'boolean' },
      names: { type: 'comma_delimited_list' },
      map: { type: 'json' },
      size: { type: 'string', default: 'm1.small' },
    };
    const given = { count: '3', on: 'yes', names: 'a, b', map: '{"x":1}' };
    expect(check(definitions, given)).toEqual({
      values: { count: 3, on: true, names: ['a', 'b'], map: { x: 1 }, size: 'm1.small' },
      sentences: [],
    });
  });

  test('all problems are told at once, in Heat’s words', () => {
    const definitions = { needed: { type: 'string' }, count: { type: 'number' } };
    expect(check(definitions, { count: 'many', other: 1 }).sentences).toEqual([
      "Parameter 'other' was not defined in template.",
      'The Parameter (needed) was not provided.',
      "Parameter 'count' is invalid: the value is no number.",
    ]);
  });

  test.each([
    [{ length: { min: 2, max: 3 } }, 'abcd', 'its length must be between 2 and 3'],
    [{ allowed_values: ['a', 'b'] }, 'c', 'it must be one of a, b'],
    [{ allowed_pattern: '[a-z]+' }, 'abc1', 'it must match the pattern [a-z]+'],
  ])('the constraint %j refuses %j', (constraint, value, words) => {
    const { sentences } = check({ p: { type: 'string', constraints: [constraint] } }, { p: value });
    expect(sentences).toEqual([`Parameter 'p' is invalid: ${words}.`]);
  });

  test('a pattern is searched for however it repeats', () => {
    const p = { type: 'string', constraints: [{ allowed_pattern: String.raw`(\w+\.)+\w+` }] };
    expect(check({ p }, { p: 'web.example.com' }).sentences).toEqual([]);
    expect(check({ p }, { p: `${'a.'.repeat(60)}!` }).sentences).toEqual([
      String.raw`Parameter 'p' is invalid: it must match the pattern (\w+\.)+\w+.`,
    ]);
  });

  test('a pattern that cannot be searched for is refused with the template', () => {
    const problems: FieldProblem[] = [];
    readParameters({ p: { type: 'string', constraints: [{ allowed_pattern: '(?!root).*' }] } }, problems);
    expect(problems).toMatchObject([
      { code: 'bad_pattern', sentence: expect.stringContaining('cannot look ahead or behind') },
    ]);
  });

  test('a constraint’s own description is used when there is one', () => {
    const p = { type: 'number', constraints: [{ range: { max: 5 }, description: 'At most five machines.' }] };
    expect(check({ p }, { p: 6 }).sentences).toEqual(['At most five machines.']);
  });

  test('what is sealed is not looked at, and no problem repeats a value', () => {
    const p = { type: 'string', hidden: true, constraints: [{ length: { max: 4 } }] };
    const sealed = `vetro:secret:v1:${'f'.repeat(22)}:cGF5bG9hZA.`;
    expect(check({ p }, { p: sealed })).toEqual({ values: { p: sealed }, sentences: [] });
    expect(check({ p }, { p: 'Passw0rd!' }).sentences.join()).not.toContain('Passw0rd!');
  });
});
