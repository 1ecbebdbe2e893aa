import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLibrary, isYaqlError, MURANOPL_OPERATORS, type Node, YaqlEngine } from '.';
import { cases } from './testing/cases';

const STEPS = 200_000;
const LIBRARY = createLibrary({ delegates: true });
const LEGACY = createLibrary({ delegates: true, legacy: true, iterableDicts: true });

/** Words that expressions are made of, sensible and not. */
const WORDS = [
  ...[
    '$',
    '$a',
    '$1',
    'a',
    'true',
    'false',
    'null',
    '0',
    '1',
    '2',
    '-1',
    '1.5',
    '99999999999999999999',
    "'x'",
    "'%{0}'",
  ],
  ...[
    '"a b"',
    '`\\d+`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '=>',
    '->',
    '.',
    '?.',
    '+',
    '-',
    '*',
    '/',
    'mod',
    '=',
    '!=',
  ],
  ...[
    '<',
    '>',
    '<=',
    '>=',
    'in',
    'and',
    'or',
    'not',
    '=~',
    '!~',
    'is',
    ':',
    '[]',
    '{}',
    'range(',
    'sequence(',
    'let(',
    'def(',
  ],
  ...[
    '.select(',
    '.where(',
    '.sum()',
    '.aggregate(',
    '.toDict(',
    '.groupBy(',
    '.orderBy(',
    '.join(',
    '.split(',
    '.cycle()',
  ],
  ...[
    '.repeat(',
    '.memorize()',
    '.len()',
    '.flatten()',
    '.unpack(',
    'pow(',
    'generate(',
    'generateMany(',
    'format(',
    'regex(',
  ],
  ...[
    '.replaceBy(',
    'datetime(',
    'timespan(',
    'switch(',
    'call(',
    'lambda(',
    'set(',
    'dict(',
    'list(',
    '.zip(',
    '.mergeWith(',
  ],
];
const words = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 24 })
  .map((parts) => parts.join(' ').replaceAll(' .', '.'));

/** Expressions that hold together, nested at random, most of them senseless. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'yaql' },
    fc.constantFrom(
      '$',
      '$a',
      '1',
      '0',
      '2.5',
      "'ab'",
      'null',
      'true',
      '[]',
      '{}',
      '[3, 1, 2]',
      '{a => 1}',
      'sequence()',
      'word',
    ),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('+', '-', '*', '/', 'mod', '<', '=', 'in', 'and', 'or', '->', '=~'),
        tie('expression'),
      )
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom(
          'select',
          'where',
          'aggregate',
          'repeat',
          'join',
          'toDict',
          'groupBy',
          'take',
          'cycle',
          'concat',
          'replace',
          'split',
          'orderBy',
          'flatten',
          'zip',
          'format',
        ),
        tie('expression'),
      )
      .map(([receiver, name, argument]) => `(${receiver}).${name}(${argument})`),
    fc
      .tuple(
        fc.constantFrom('range', 'pow', 'str', 'int', 'list', 'set', 'generate', 'let', 'regex', 'shiftBitsLeft'),
        tie('expression'),
        tie('expression'),
      )
      .map(([name, first, second]) => `${name}(${first}, ${second})`),
    fc.tuple(tie('expression'), tie('expression')).map(([body, argument]) => `def(f, ${body}) -> f(f(${argument}))`),
    fc.tuple(tie('expression'), tie('expression')).map(([target, key]) => `(${target})[${key}]`),
  ),
}));

/** Runs whatever it is: a result within the steps allowed or an error of the language, nothing else. */
function survive(text: string, legacy: boolean): void {
  const engine = new YaqlEngine({
    delegates: true,
    legacyParser: legacy,
    limits: { iterators: 500, memory: 100_000, steps: STEPS, depth: 100 },
  });
  const library = (legacy ? LEGACY : LIBRARY).child();
  const runtime = engine.newRuntime();
  try {
    engine.parse(text).run(library, runtime);
    expect(runtime.spent).toBeLessThanOrEqual(STEPS);
    engine.parse(text).evaluate({ a: [1, 2, { b: 'c' }] }, library);
  } catch (error) {
    if (!isYaqlError(error)) throw error;
    expect(error.message).toMatch(/\.$/);
    if (error.span) expect(error.span.end).toBeGreaterThanOrEqual(error.span.start);
  }
}

describe('Ten thousand hostile expressions', () => {
  it('of words in any order end in a result or an error of the language', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (text, legacy) => {
        survive(text, legacy);
      }),
      { numRuns: cases(5_000) },
    );
  });

  it('that hold together stay within their steps', () => {
    fc.assert(
      fc.property(expression, fc.boolean(), (text, legacy) => {
        survive(text, legacy);
      }),
      { numRuns: cases(5_000) },
    );
  });
});

const bare = (node: unknown): unknown =>
  JSON.parse(
    JSON.stringify(node, (key, value) =>
      key === 'span' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
    ),
  );

describe('Printing', () => {
  const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS, delegates: true });
  it('gives an expression that reads as the same tree, and prints the same again', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(words, expression), (text) => {
        let tree: Node;
        try {
          tree = engine.parse(text).tree;
        } catch (error) {
          if (!isYaqlError(error)) throw error;
          return;
        }
        read += 1;
        const printed = engine.parse(text).print();
        const again = engine.parse(printed);
        expect(bare(again.tree)).toEqual(bare(tree));
        expect(again.print()).toBe(printed);
      }),
      { numRuns: cases(3_000) },
    );
    expect(read).toBeGreaterThan(cases(500));
  });
});
