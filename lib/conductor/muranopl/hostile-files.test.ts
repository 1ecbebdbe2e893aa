import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '@/lib/testing/cases';
import { readManifest } from './packages/manifest';
import { SOURCE_LIMITS } from './source/limits';
import { readYaml } from './source/read-yaml';
import { readClasses } from './syntax/read-class';

const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS });

/** What class files are made of, sensible and not. */
const PARTS = [
  ...['Name: A\n', 'Namespaces:\n  =: a.b\n  s: io.murano\n', 'Extends: s:Object\n', 'Extends: [A, , B]\n'],
  ...[
    'Properties:\n',
    'Methods:\n',
    '  p:\n    Contract: $.int().check($ > 0)\n',
    '  m:\n    Body:\n',
    'Workflow: 1\n',
  ],
  ...[
    '      - $x: 1\n',
    '      - $.a(\n',
    '      - If: $x\n        Then:\n',
    '          - Break:\n',
    '      - Throw: [e]\n',
  ],
  ...[
    '        Catch:\n          With: e\n',
    '    Arguments:\n      - x:\n',
    '          Contract: {$: $, $.int(): $}\n',
  ],
  ...['- ', '? ', ': ', '\n', '\n  ', '  ', '\t', ', ', '[', ']', '{', '}', '"', "'", '|\n', '>2-\n', '---\n', '...\n'],
  ...['&a ', '*a', '<<: ', '<<: *a\n', '=: ', '!yaql ', '!!int ', '!!python/name:os ', '%TAG ! a\n', '%YAML 2.0\n'],
  ...[
    '$',
    '$.a.b[$c]',
    '1_0',
    '0x',
    '12:30',
    '2015-13-45',
    '1e999',
    '-.inf',
    'yes',
    '~',
    '#',
    '\\',
    '\u0000',
    '\u2028',
  ],
  ...[
    '\ud800',
    '\ufeff',
    '𝒳',
    'a:b',
    ':b',
    '() => 1',
    'x'.repeat(300),
    '['.repeat(150),
    '- '.repeat(150),
    '*a, '.repeat(50),
  ],
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...PARTS), { maxLength: 12 })
    .map((parts) => `Methods:\n  m:\n    Body:\n      ${parts.join('')}`),
);

describe('a hostile file', () => {
  it('is refused with its problems, or read; reading never throws, and is quick', () => {
    let slowest = 0;
    fc.assert(
      fc.property(hostile, (text) => {
        const start = process.cpuUsage().user;
        const { classes, problems } = readClasses('hostile.yaml', text, engine);
        slowest = Math.max(slowest, process.cpuUsage().user - start);
        for (const { span, message, code } of problems) {
          expect(span.line).toBeGreaterThan(0);
          expect(span.column).toBeGreaterThan(0);
          expect(message).toMatch(/\.$/);
          expect(code).toMatch(/^[a-z_]+$/);
        }
        expect(classes.length).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: cases(10_000) },
    );
    expect(slowest).toBeLessThan(2_000_000);
  });

  it('is read no further than its limits', () => {
    const many = (line: (index: number) => string) =>
      Array.from({ length: 60_000 }, (_, index) => line(index)).join('');
    for (const text of [
      many((index) => `k${index}: &a${index} $x.a(${index})\n`),
      many(() => '- '),
      many(() => '{a: '),
      many(() => '? '),
      many(() => "'\n"),
      many((index) => `- &a${index} [*a${Math.max(0, index - 1)}, *a${Math.max(0, index - 1)}]\n`),
      `x: ${many(() => '(')}`,
      `x: $${many(() => '.a')}`,
      `x: ${many(() => '- 1 ')}`,
      many(() => '!a&b '),
    ]) {
      const { documents, problems } = readYaml('large.yaml', text, engine);
      expect(documents.length + problems.found.length).toBeGreaterThan(0);
    }
    const long = readYaml('long.yaml', ' '.repeat(SOURCE_LIMITS.characters + 1), engine);
    expect(long.problems.found.map(({ code }) => code)).toEqual(['yaml_too_large']);
  });

  it('as a manifest is refused as well', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { manifest, problems } = readManifest('manifest.yaml', `FullName: a\n${text}`);
        expect(manifest === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: cases(2_000) },
    );
  });
});
