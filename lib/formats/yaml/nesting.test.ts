import { describe, expect, it } from 'vitest';
import { inspectTemplate } from '../hot/parse';
import { readPolicyFile } from '../policy/policy-file';
import { MAX_YAML_LEVELS, parseYaml, TOO_DEEP } from './nesting';
import { readYaml } from './read-yaml';

/** Texts of so many levels, by what makes them; some of them ended the process that read them. */
const NESTED: Record<string, (levels: number) => string> = {
  'keys that are mappings': (levels) => `${'? '.repeat(levels)}x`,
  'lists in a line': (levels) => `${'- '.repeat(levels)}x`,
  'lists and keys by turns': (levels) => `${'- ? '.repeat(levels / 2)}x`,
  'flow lists': (levels) => `${'['.repeat(levels)}x${']'.repeat(levels)}`,
  'flow lists that are never closed': (levels) => '['.repeat(levels),
  'keys in flow lists': (levels) => `${'[? '.repeat(levels / 2)}x`,
  JSON: (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  'mappings by indentation': (levels) =>
    Array.from({ length: Math.min(levels, 1_200) }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
  'mappings in a line': (levels) => `${'a: '.repeat(levels)}x`,
  'values without keys': (levels) => `${': '.repeat(levels)}x`,
};

describe.each(Object.entries(NESTED))('YAML nested too deep by %s', (_name, nested) => {
  it.each([200, 1_000, 6_000, 40_000])('of %i levels is refused by whoever reads it', (levels) => {
    const text = nested(levels);
    expect(readYaml('a.yaml', text).problems).toMatchObject([{ file: 'a.yaml', code: 'not_yaml', sentence: TOO_DEEP }]);
    expect(readPolicyFile('a.yaml', text)).toMatchObject({ file: null, problems: [{ sentence: TOO_DEEP }] });
    expect(inspectTemplate(text)).toMatchObject({ template: null, problems: [{ code: 'not_yaml' }] });
    expect(() => parseYaml(text, 0)).toThrow(TOO_DEEP);
  });
});

describe('YAML that is not too deep', () => {
  it('is read, however many lists and mappings lie beside one another', () => {
    const beside = Array.from({ length: 5_000 }, (_, at) => `- {a: [${at}], b: {c: '[[[['}}`).join('\n');
    expect(readYaml('a.yaml', beside)).toMatchObject({ problems: [] });
    expect(parseYaml(beside, 0)).toHaveLength(5_000);
  });

  it('is read up to the last level', () => {
    const levels = MAX_YAML_LEVELS - 10;
    expect(readYaml('a.yaml', `${'['.repeat(levels)}x${']'.repeat(levels)}`).problems).toEqual([]);
  });

  it('names the line of the first level too many', () => {
    const text = `a: 1\nb:\n  ${'['.repeat(300)}`;
    expect(readYaml('a.yaml', text).problems).toMatchObject([{ line: 3 }]);
  });
});
