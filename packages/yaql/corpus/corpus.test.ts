import { describe, expect, it } from 'vitest';
import { YAQL_ERROR_KINDS } from '../src';
import { agree } from './agree';
import { asSuiteCase, CASE_FILES, type OwnYaqlAnswer, readCases } from './cases';
import { askedOf, functionsOfLibraries } from './coverage';
import { runYaqlCase } from './run-case';

const CASES = CASE_FILES.flatMap(readCases);

describe('expressions answer what the Python library answered', () => {
  it.each(CASE_FILES)('%s', async (file) => {
    const wrong: unknown[] = [];
    for (const one of readCases(file)) {
      const expected: OwnYaqlAnswer = one.ours ?? one;
      const answer = await runYaqlCase(asSuiteCase(one));
      const isRight =
        expected.error === undefined
          ? answer.ok && agree(expected.result, answer.result)
          : !answer.ok && answer.error === expected.error;
      if (!isRight) wrong.push({ id: one.id, expression: one.expression, expected, answer });
    }
    expect(wrong).toEqual([]);
  });
});

describe('the cases', () => {
  it('are at least 2,000, no two of them alike', () => {
    const asked = CASES.map(({ expression, on, data, profile, vars }) =>
      JSON.stringify([expression, on, data, profile, vars]),
    );
    expect(asked.filter((key, index) => asked.indexOf(key) !== index)).toEqual([]);
    expect(CASES.length).toBeGreaterThanOrEqual(2000);
  });

  it('say why we differ wherever we do', () => {
    const differing = CASES.filter(({ ours }) => ours !== undefined);
    expect(differing.filter(({ why }) => !why)).toEqual([]);
    console.info(`${CASES.length} expressions; on purpose we differ in ${differing.length}:`);
    for (const { expression, why } of differing) console.info(`  ${expression}: ${why}`);
  });

  it('call every function, method and operator of the libraries', () => {
    const answered = CASES.filter(({ error, profile }) => error === undefined && !profile?.startsWith('tree'));
    const called = new Set(answered.flatMap((one) => [...askedOf(one)]));
    const registered = functionsOfLibraries();
    console.info(`${registered.length} functions, methods and operators of the libraries are called.`);
    expect(registered.filter((name) => !called.has(name) && !RULES_FIRST.has(name))).toEqual([]);
  });

  it('meet every class of error that the Python library has', () => {
    const met = new Set(CASES.map(({ error }) => error));
    expect(YAQL_ERROR_KINDS.filter((kind) => !met.has(kind) && !NOT_FROM_EXPRESSIONS.has(kind))).toEqual([]);
  });
});

/** Methods that begin with `key => value`, which cannot stand before a dot. */
const RULES_FIRST: ReadonlySet<string> = new Set(['.dict', '.#map']);

/** Ceilings of ours, where Python's own limits end a program, and what only functions of a host can cause. */
const NOT_FROM_EXPRESSIONS: ReadonlySet<string> = new Set([
  'DepthExceededException',
  'ExpressionLimitExceededException',
  'TimeLimitExceededException',
  'StepLimitExceededException',
  'AmbiguousMethodException',
  'RuntimeError',
]);
