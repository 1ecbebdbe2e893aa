import { describe, expect, it } from 'vitest';
import { vocabulary } from '@/lib/conductor/muranopl/testing/vocabulary';
import type { JsonObject } from '@/lib/model/json';
import { GeneratedIds, type OwnAnswer, whatDiffers } from './judge';
import { type OwnMuranoCase, PROGRAM_NAMES, readProgram } from './programs';
import { runMuranoCase } from './run-case';

const CASES = PROGRAM_NAMES.flatMap(readProgram);
const TEXT = [...new Set(CASES.map(({ text }) => text))].join('\n');

describe('programs answer what the Python engine answered', () => {
  it.each(PROGRAM_NAMES)('%s', async (name) => {
    const wrong: unknown[] = [];
    for (const one of readProgram(name)) wrong.push(...(await wrongStepsOf(one)));
    expect(wrong).toEqual([]);
  });
});

async function wrongStepsOf({ id, case: asked, answers, ours }: OwnMuranoCase): Promise<readonly unknown[]> {
  const { steps } = (await runMuranoCase(asked as unknown as JsonObject)) as unknown as { steps: readonly OwnAnswer[] };
  const ids = new GeneratedIds();
  return answers.flatMap((recorded, index) => {
    const expected = ours?.answers[index] ?? recorded;
    const why = whatDiffers(expected, steps[index], ids);
    return why === undefined ? [] : [{ id, step: asked.steps[index], why, expected, got: steps[index] }];
  });
}

/** What packages called in Murano's first releases: the one whose answers are recorded refuses it. */
const BEFORE_RECORDED = new Set(['initialize', 'destroy']);

describe('the programs', () => {
  it('have at least 600 cases, each with its own name', () => {
    const ids = CASES.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(CASES.length).toBeGreaterThanOrEqual(600);
  });

  it('have an answer for every step', () => {
    expect(CASES.filter((one) => one.case.steps.length !== one.answers.length).map(({ id }) => id)).toEqual([]);
  });

  it('say why we differ wherever we do', () => {
    const reasons = CASES.flatMap(({ ours, id }) => (ours ? [`${id}: ${ours.why}`] : []));
    console.info(`${CASES.length} cases; on purpose we differ in ${reasons.length}:\n  ${reasons.join('\n  ')}`);
    expect(reasons.filter((reason) => reason.endsWith(': '))).toEqual([]);
  });

  it('use every construct of the language', () => {
    const isUsed = (word: string) => new RegExp(`\\b${word}:`).test(TEXT);
    expect(vocabulary().constructs.filter((word) => !isUsed(word))).toEqual([]);
  });

  it('use every contract, every function and every method of the language’s own classes', () => {
    const { contracts, functions, methods } = vocabulary();
    const words = [...contracts, ...functions, ...methods].filter(
      (name) => /^\w+$/.test(name) && !BEFORE_RECORDED.has(name),
    );
    console.info(`${new Set(words).size} contracts, functions and methods are used.`);
    expect(words.filter((name) => !TEXT.includes(`${name}(`))).toEqual([]);
    const operators = [/\w+:\w+/, /[ ('[]:\w+/, / is /];
    expect(operators.filter((operator) => !operator.test(TEXT))).toEqual([]);
  });

  it('use every kind of property, method and argument', () => {
    const kinds = [
      'In',
      'Out',
      'InOut',
      'Const',
      'Runtime',
      'Static',
      'Config',
      'Action',
      'Extension',
      'VarArgs',
      'KwArgs',
      'Meta',
    ];
    expect(kinds.filter((kind) => kind !== 'In' && !TEXT.includes(`Usage: ${kind}`))).toEqual([]);
  });

  it('meet every class of error that a program can cause', () => {
    const met = new Set(CASES.flatMap(({ answers }) => answers.map(({ error }) => error?.class)));
    expect(vocabulary().errors.filter((kind) => !met.has(kind) && !NOT_CAUSED[kind])).toEqual([]);
  });
});

/** Classes of errors that no case meets, and why. */
const NOT_CAUSED: Readonly<Record<string, string>> = {
  AmbiguousClassName: 'a package with two such classes is refused when it is loaded',
  AmbiguousPropertyNameError: 'a class that inherits two such properties is refused when it is loaded',
  DslContractSyntaxError: 'a package with such a contract is refused when it is loaded',
  DslSyntaxError: 'a package with such a body is refused when it is loaded',
  InvalidInheritanceError: 'a package with such parents is refused when it is loaded',
  InvalidLhsTargetError: 'a package with such an assignment is refused when it is loaded',
  NoPackageFound: 'packages are resolved before a program runs',
  ValueIsMissingError: 'the original knows the class and never raises it',
};
