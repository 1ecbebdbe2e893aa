import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { evaluateFilter } from './evaluate-filter';
import { parseFilter } from './parse-filter';
import type { QueryMode } from './syntax';

function value(filter: string, current: Json = {}, mode: QueryMode = 'match', bindings: Json[] = []): Json {
  return evaluateFilter(parseFilter(`${filter})`, 0, mode).filter, current, bindings);
}

const unit = { name: 'dc01', weight: 2, on: true, none: null, tags: ['a', 'b'], state: { host: 'h', deep: { x: 1 } } };

describe('Filters', () => {
  it.each<[string, Json]>([
    ["@.name == 'dc01'", true],
    ['@.name == "dc01"', true],
    ["@.name == u'dc01'", true],
    ["@.name != 'dc01'", false],
    ["@.name in ('dc01', 'dc02')", true],
    ["@.name in ('dc02',)", false],
    ["@.name in ['dc01']", true],
    ["@.name not in ('dc01',)", false],
    ["'dc' in @.name", true],
    ["'a' in @.tags", true],
    ["'host' in @.state", true],
    ['@.weight < 3 and @.weight >= 2', true],
    ['1 < @.weight < 3', true],
    ['@.weight > 5 or @.on', true],
    ['@.weight == 2 && @.on', true],
    ['@.weight == 3 || @.on', true],
    ['not @.weight == 2', false],
    ['not @.missing and @.on', true],
    ['(@.weight + 3) * 2 - 1', 9],
    ['-@.weight', -2],
    ['2 ** 3 ** 0', 2],
    ['7 / 2', 3],
    ['7 // 2', 3],
    ['-7 // 2', -4],
    ['-7 % 3', 2],
    ["'a' + 'b'", 'ab'],
    ["'a' 'b'", 'ab'],
    ["'it\\'s'", "it's"],
    ['len(@.tags)', 2],
    ['len(@.state)', 2],
    ['str(@.weight)', '2'],
    ["int('7') + 1", 8],
    ['min(3, 1, 2)', 1],
    ['max(@.tags)', 'b'],
    ['bool(@.none)', false],
    ['abs(-3)', 3],
    ['@.on is True', true],
    ['@.weight is not None', true],
    ["'yes' if @.on else 'no'", 'yes'],
    ['@.state.deep.x', 1],
    ['@.tags.1', 'b'],
    ["@['weight']", 2],
    ["@.state['host']", 'h'],
    ['@.tags[0]', 'a'],
    ['@.tags[-1]', 'b'],
    ['()', []],
  ])('%s is %j', (filter, expected) => {
    expect(value(filter, unit)).toEqual(expected);
  });

  it('reads every missing attribute as None, also below null and text', () => {
    for (const path of ['@.missing', '@.missing.more', '@.none.x', '@.name.first', '@.tags.9', '@.tags.first']) {
      expect(value(`${path} is None`, unit), path).toBe(true);
      expect(value(`not ${path}`, unit, 'select'), path).toBe(true);
    }
  });

  it('is false when something in it cannot be done', () => {
    for (const filter of [
      "not @['missing']",
      'not len(@.none)',
      'not @.tags[7]',
      '@.name - 1',
      "1 in 'abc'",
      '1 / 0',
    ]) {
      expect(value(filter, unit), filter).toBe(false);
    }
  });

  it('does not evaluate what and, or and if leave aside', () => {
    expect(value('@.on or len(@.none)', unit)).toBe(true);
    expect(value('@.none and len(@.none)', unit)).toBe(null);
    expect(value('1 if @.on else len(@.none)', unit)).toBe(1);
  });

  it('tells true from 1 by "is" alone, and a text never from a number', () => {
    expect(value('True == 1')).toBe(true);
    expect(value('True is 1')).toBe(false);
    expect(value("80 == '80'")).toBe(false);
  });

  it('orders unlike values as Python 2 did', () => {
    expect(value('@.missing < 1', unit)).toBe(true);
    expect(value("99 < 'a'")).toBe(true);
    expect(value('@.missing > 1', unit)).toBe(false);
  });

  it('takes nothing that JavaScript objects inherit for an attribute', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(value(`@.${name} is None`, unit)).toBe(true);
      expect(value(`not @['${name}']`, unit)).toBe(false);
    }
  });

  it('counts with @.length and negates with ! in select-all alone', () => {
    expect(value('@.tags.length', unit, 'select')).toBe(2);
    expect(value('!@.missing', unit, 'select')).toBe(true);
    expect(value('!@.none', unit, 'select')).toBe(false);
    expect(value('@.tags.length', unit, 'match')).toBe(null);
  });

  it('binds values as literals whatever they spell', () => {
    const hole = String.fromCharCode(0xfdd0);
    const evil = "x' or 1==1 or 'x";
    expect(value(`@.name == '${hole}'`, unit, 'match', [evil])).toBe(false);
    expect(value(`@.name == ${hole}`, unit, 'match', [`'dc01' or True`])).toBe(false);
    expect(value(`@.name == '${hole}'`, { name: evil }, 'match', [evil])).toBe(true);
    expect(value(`@.weight == ${hole}`, unit, 'match', ['2'])).toBe(true);
    expect(value(`@.name == 'dc${hole}'`, unit, 'match', ['01'])).toBe(true);
    expect(value(`@.missing is ${hole}`, unit, 'match', ['None'])).toBe(true);
  });

  it('refuses to nest without end', () => {
    expect(() => parseFilter(`${'('.repeat(500)}1${')'.repeat(500)})`, 0, 'match')).toThrow('nested too deeply');
    expect(() => parseFilter(`${'not '.repeat(500)}1)`, 0, 'match')).toThrow();
    expect(() => parseFilter(`${'-'.repeat(500)}1)`, 0, 'match')).toThrow();
  });
});
