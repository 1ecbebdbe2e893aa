import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPolicyError, Policies, parse, print, select } from '.';
import { cases } from './testing/cases';

const CONTEXT = { now: '2026-11-22 10:00:00' };
const LIMITS = { steps: 200_000, rows: 20_000 };

/** Words that policies are made of, sensible and not. */
const WORDS = [
  ...['p', 'q', 'r', 'nova:p', 'x', 'y', 'gt', 'plus', 'concat', 'true', 'not', '!', 'execute', 'insert', 'delete'],
  ...['(', ')', '[', ']', ',', ':-', ':', ';', '.', '=', '+', '-', '"', "'", '"a"', '0', '1', '1.5', '0x1', '9e999'],
  ...['p(x)', 'q(1)', 'q("a", x)', 'p(x) :- q(x)', 'r(x, y) :- q(x), q(y)', '\n', '//', '/*', '*/', '#', 'ä', '\u0000'],
];

function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    expect(error.message.length).toBeGreaterThan(5);
  }
}

function policyOf(text: string): Policies {
  const policies = new Policies();
  policies.create('house', { kind: 'rules' });
  policies.insert('house', text);
  return policies;
}

function asked(text: string): void {
  const policies = policyOf(text);
  for (const table of ['p(x)', 'r(x, y)', 'q(x)']) select(policies, 'house', table, CONTEXT, LIMITS);
}

describe('whatever is written as a policy', () => {
  it('is taken or refused with a sentence: 10,000 texts', () => {
    const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 24 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(texts, (text) => attempt(() => asked(text))),
      { numRuns: cases(10_000) },
    );
  });

  it('is printed as what is read as the same', () => {
    const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 16 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(texts, (text) =>
        attempt(() => {
          const printed = parse(text).map(print);
          const rules = printed.filter((one) => !/^(insert|delete)\[.*:-/.test(one));
          expect(rules.flatMap((one) => parse(one)).map(print)).toEqual(rules);
        }),
      ),
      { numRuns: cases(3_000) },
    );
  });

  it('ends within its limits however much it would find', () => {
    const rows = Array.from({ length: 200 }, (_, at) => `q(${at})`).join(' ');
    expect(() => asked(`${rows} p(x) :- q(x), q(y), q(z), q(u)`)).toThrow('more steps than a policy may take');
    expect(() => asked(`${rows} r(x, y) :- q(x), q(y)`)).toThrow('more rows than a policy may have');
  });

  it('has no more conditions in a rule than can be joined, and is told where the first too many stands', () => {
    const rule = (literals: number) => `q(1)\np(x) :- ${Array.from({ length: literals }, () => 'q(x)').join(', ')}`;
    expect(() => asked(rule(200))).not.toThrow();
    for (const literals of [201, 3_000, 16_000]) {
      const refused = (() => {
        try {
          asked(rule(literals));
        } catch (error) {
          return error;
        }
      })();
      expect(refused).toMatchObject({
        message: `A rule has at most 200 conditions, this one has ${literals}: make several rules of it.`,
        problems: [{ kind: 'limit', place: { line: 2, column: expect.any(Number) } }],
      });
    }
  });

  it('computes no text and no number without end', () => {
    const doubling = Array.from({ length: 60 }, (_, at) => `t${at + 1}(z) :- t${at}(x), concat(x, x, z)`).join(' ');
    const squaring = Array.from({ length: 60 }, (_, at) => `s${at + 1}(z) :- s${at}(x), mul(x, x, z)`).join(' ');
    const policies = policyOf(`t0("abcdefgh") ${doubling} s0(9) ${squaring}`);
    const rowsOf = (table: string) => select(policies, 'house', `${table}(x)`, CONTEXT, LIMITS).length;
    // a text of a million characters and a number of 10,000 bits are still made, the next ones have no answer
    expect(['t0', 't16', 't17', 't60'].map(rowsOf)).toEqual([1, 1, 0, 0]);
    expect(['s0', 's11', 's12', 's60'].map(rowsOf)).toEqual([1, 1, 0, 0]);
  });
});
