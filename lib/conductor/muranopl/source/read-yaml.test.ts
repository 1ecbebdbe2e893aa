import { Float, MURANOPL_OPERATORS, YaqlDateTime, YaqlEngine } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../diagnostics';
import { readYaml } from './read-yaml';
import type { Template } from './value';

const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS });
const read = (text: string) => readYaml('A.yaml', text, engine);

/** The value of a text as plain data: expressions as `<text>`, floats as they print, dates in ISO. */
function plain(template: Template): unknown {
  switch (template.kind) {
    case 'expression':
      return `<${template.expression.text}>`;
    case 'list':
      return template.items.map(plain);
    case 'map':
      return Object.fromEntries(template.entries.map(({ key, value }) => [String(plain(key)), plain(value)]));
    case 'constant': {
      const { value } = template;
      if (value instanceof Float) return `${value.value}.0`;
      return value instanceof YaqlDateTime ? value.toIso() : value;
    }
  }
}
const value = (text: string) => {
  const { documents, problems } = read(text);
  expect(problems.errors).toEqual([]);
  return documents.map(plain)[0];
};
const problemsOf = (text: string) => read(text).problems.found.map(describeProblem);

describe('a plain scalar', () => {
  it.each([
    ['foo', 'foo'],
    ['foo bar', 'foo bar'],
    ['a.b', 'a.b'],
    ['m1.medium', 'm1.medium'],
    ['50%', '50%'],
    ['a b-c d', 'a b-c d'],
    ['not true', 'not true'],
    ['http://x/y', 'http://x/y'],
    ['a/b c', 'a/b c'],
    ['a => b', 'a => b'],
    ['a, b', 'a, b'],
    ['1e3', '1e3'],
    ['0o10', '0o10'],
  ])('%s is a text', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each(['foo-bar', 'a/b', 'ubuntu-14.04-x64', '10.0.0.1/24', 'a:b', '5 + 5', '$x', 'foo()', '$'])(
    '%s is an expression',
    (text) => {
      expect(value(text)).toBe(`<${text}>`);
    },
  );

  it.each([
    ['yes', true],
    ['On', true],
    ['OFF', false],
    ['no', false],
    ['010', 8],
    ['0x1f', 31],
    ['0b101', 5],
    ['1_000', 1000],
    ['12:30', 750],
    ['-1:30', -90],
    ['12345678901234567890', 12345678901234567890n],
    ['2.', '2.0'],
    ['1.5e+3', '1500.0'],
    ['.5', 0.5],
    ['1:30.5', 90.5],
    ['-.inf', Number.NEGATIVE_INFINITY],
    ['~', null],
    ['---', null],
    ['2015-01-02', '2015-01-02T00:00:00'],
    ['2015-01-02 3:04:05', '2015-01-02T03:04:05'],
    ['2015-01-02T03:04:05Z', '2015-01-02T03:04:05+00:00'],
    ['2015-01-02 3:04:05.6 -5', '2015-01-02T03:04:05.600000-05:00'],
  ])('%s is a value of YAML 1.1', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it('is no expression in quotation marks or as a block, and is one under !yaql', () => {
    expect(value(`['$x', "$x", !yaql '$x', !!str $x, ! '$x']`)).toEqual(['$x', '$x', '<$x>', '$x', '<$x>']);
    expect(value('|\n  $x\n')).toBe('$x\n');
  });

  it('runs over several lines, which are folded', () => {
    expect(value('a: $.call(\n     1,\n     2)\nb: c\n  d\n\n  e')).toEqual({ a: '<$.call( 1, 2)>', b: 'c d\ne' });
  });

  it('that begins as an expression but is none is a text, with a warning', () => {
    expect(problemsOf('x: $.call(1')).toEqual([
      'A.yaml:1:12: warning: This is taken for a text, since as an expression it ends where a value or a bracket is missing.\n    $.call(1\n    Hint: Put it into quotation marks if it is a text.',
    ]);
    expect(problemsOf('x: $5, or less')).toHaveLength(1);
    expect(problemsOf('x: costs $5, or less')).toEqual([]);
  });
});

describe('a mapping', () => {
  it('merges others: its own keys win, then the first of a list', () => {
    const text = 'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {<<: [*a, *b], x: 0}\nd:\n  <<: *a\n  k: v';
    expect(value(text)).toMatchObject({ c: { x: 0, y: 1, z: 2 }, d: { x: 1, y: 1, k: 'v' } });
  });

  it('has = as a key, and the last value of a key that stands twice', () => {
    expect(value('=: io.murano\na: 1\nb: 2\na: 3')).toEqual({ '=': 'io.murano', a: 3, b: 2 });
    expect(Object.keys(value('a: 1\nb: 2\na: 3') as object)).toEqual(['a', 'b']);
  });
});

describe('a key that stands twice', () => {
  it('is a warning with the line of each, for the first value does not count', () => {
    expect(problemsOf('a: 1\nb: {c: 1, c: 2}\na: 3')).toEqual([
      expect.stringContaining(
        'A.yaml:2:11: warning: "c" stands twice in one mapping; the value in line 2 does not count.',
      ),
      expect.stringContaining(
        'A.yaml:3:1: warning: "a" stands twice in one mapping; the value in line 1 does not count.',
      ),
    ]);
  });

  it('is none where a mapping overrides one that it merges', () => {
    expect(problemsOf('a: &a {x: 1}\nb: {<<: *a, x: 2}\nc: {x: 3, <<: *a}')).toEqual([]);
  });
});

describe('a file', () => {
  it('of another encoding is refused with its name', () => {
    const windows = Buffer.from('\ufeffName: com.example.A\n', 'utf16le').toString('utf8');
    expect(problemsOf(windows)).toEqual(['A.yaml:1:1: This file is written in UTF-16. Save it as UTF-8.']);
  });

  it('holds several documents, each with its places', () => {
    const { documents } = read('a: 1\n---\n- b\n-  - $c\n...\n---\n');
    expect(documents.map(plain)).toEqual([{ a: 1 }, ['b', ['<$c>']], null]);
    const [, list] = documents;
    expect(list).toMatchObject({ place: { file: 'A.yaml', line: 3, column: 1 } });
    expect(list?.kind === 'list' && list.items[1]).toMatchObject({ items: [{ place: { line: 4, column: 6 } }] });
  });

  it.each([
    ['a: b: c', 'A.yaml:1:5: A second ":" cannot stand here.'],
    ['a: [1, 2', 'A.yaml:1:9: YAML expects "," or "]" here, but finds the end of the file.'],
    ['a: [$x, :S]', 'A.yaml:1:9: YAML expects a value here, but finds ":".'],
    ['a:\n\t- b', 'A.yaml:2:1: A tab cannot stand here.'],
    ["a: 'b", 'A.yaml:1:4: The quotation that begins here has no end.'],
    ['a: "\\$x"', 'A.yaml:1:5: "\\$" stands for no character here.'],
    ['a: @b', 'A.yaml:1:4: Nothing can begin with "@" here.'],
    ['a: *b', 'A.yaml:1:4: There is no anchor &b before this alias.'],
    ['a: &b [*b]', 'A.yaml:1:8: The value &b holds itself.'],
    ['a: 1\nb\nc: 2', 'A.yaml:2:1: A key begins here, but no ":" follows it on its line.'],
    ['a: =', 'A.yaml:1:4: A lone "=" is not a value.'],
    ['a: 2015-02-30', 'A.yaml:1:4: This cannot be read: there is no such date.'],
    ['a: !!python/object:os.system x', 'A.yaml:1:4: The tag !!python/object:os.system means nothing here.'],
    ['a: !yaql "1 +"', 'A.yaml:1:4: The expression ends where a value'],
    ['{[a]: b}', 'A.yaml:1:2: A list cannot be a key.'],
    ['<<: a', 'A.yaml:1:5: Only mappings can be merged'],
    ['a: \u0007', 'A.yaml:1:4: The character U+0007 cannot stand in a YAML file.'],
  ])('%j is refused with its place', (text, expected) => {
    expect(problemsOf(text)[0]).toContain(expected);
  });

  it.each([
    ['is too long', 'x'.repeat(1_000_001), 'yaml_too_large'],
    ['is too deep in brackets', '['.repeat(5000), 'yaml_too_deep'],
    ['is too deep in dashes', `${'- '.repeat(5000)}x`, 'yaml_too_deep'],
    ['has too many values', `[${'1,'.repeat(100_001)}]`, 'yaml_too_large'],
    [
      'grows by aliases',
      `a: &a [${'1,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: &c [${'*b,'.repeat(50)}]`,
      'yaml_too_large',
    ],
  ])('that %s is refused', (_what, text, code) => {
    expect(read(text).problems.found.map((found) => found.code)).toEqual([code]);
  });
});
