import { describe, expect, it } from 'vitest';
import { readYaml } from './read-yaml';

describe('what is wrong with a YAML text', () => {
  it.each<[string, string, string]>([
    ['an alias that stands for nothing', 'a: 1\nb: *c\n', '2:4 Nothing above is called &c, so *c stands for nothing.'],
    [
      'aliases of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefg'].map((name, at) => `${name}: &${name} [${`*${'abcdef'[at]},`.repeat(9)}]`).join('\n')}`,
      '7:32 This YAML repeats itself too often',
    ],
    [
      'another encoding',
      Buffer.from('a: 1\nb: 2\n', 'utf16le').toString('utf8'),
      'This file is written in UTF-16. Save it as UTF-8.',
    ],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', '3:1 This is not valid YAML: Map keys must be unique'],
  ])('is told with its place: %s', (_what, text, expected) => {
    const [first] = readYaml('a.yaml', text).problems;
    expect(`${first?.line}:${first?.column} ${first?.sentence}`).toContain(expected);
  });

  it('has its place also behind an alias, and the nearest one where nothing is', () => {
    const yaml = readYaml('a.yaml', 'base: &b\n  size: 1\nmine: *b\nlist: [x, {y: 2}]\n');
    expect(yaml.placeOf(['mine', 'size'])).toEqual({ line: 2, column: 9 });
    expect(yaml.placeOf(['list', 1, 'y'])).toEqual({ line: 4, column: 15 });
    expect(yaml.placeOf(['list', 7, 'y'])).toEqual({ line: 4, column: 7 });
  });

  it('is listed a hundred times at most, and the others are counted', () => {
    const { problems } = readYaml('a.yaml', 'a: 1\n'.repeat(151));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toMatchObject({ code: 'more_problems', sentence: expect.stringContaining('50 more') });
  });

  it('is at the beginning where nothing is written', () => {
    expect(readYaml('a.yaml', '').placeOf(['a'])).toEqual({ line: 1, column: 1 });
  });
});

describe('a whole number beyond 2^53', () => {
  it.each(['a: 9007199254740993', 'a: [-123456789012345678901234]', 'a: 0x20000000000001'])(
    'is refused: %s',
    (text) => {
      const { value, problems } = readYaml('file', text);
      expect(value).toBeNull();
      expect(problems).toMatchObject([{ line: 1, sentence: expect.stringContaining('would be rounded') }]);
    },
  );

  it.each(['a: 1.23456789012345678', 'a: 12345678901234567890.5', 'a: 9007199254740993e0', 'a: +1e-400'])(
    'so is one that would be read as another: %s',
    (text) => {
      expect(readYaml('file', text).problems).toMatchObject([
        { line: 1, sentence: expect.stringContaining('as a text') },
      ]);
    },
  );

  it.each(['a: 9007199254740991', 'a: "9007199254740993"', 'a: 1e300', 'a: 1.50', 'a: .5', 'a: 5.', 'a: .inf'])(
    'is none in %s',
    (text) => {
      expect(readYaml('file', text).problems).toEqual([]);
    },
  );
});
