import { describe, expect, it } from 'vitest';
import { builtinSignatures } from '../src';
import { asSuiteCase, CASE_FILES, type OwnDatalogAnswer, readCases } from './cases';
import type { DatalogAnswer } from './datalog-case';
import { runDatalogCase } from './run-case';

const CASES = CASE_FILES.flatMap(readCases);

/** Whether an answer is the recorded one: answers in any order, and of several errors any. */
function isRecorded(recorded: OwnDatalogAnswer, answer: DatalogAnswer): boolean {
  if (recorded.error !== undefined) {
    const accepted = [recorded.error].flat();
    const kinds = answer.error === undefined ? [] : [answer.error].flat();
    return kinds.length > 0 && kinds.every((kind) => accepted.includes(kind));
  }
  if (answer.error !== undefined) return false;
  if (recorded.statements) return JSON.stringify(recorded.statements) === JSON.stringify(answer.statements);
  if (recorded.answers) return JSON.stringify([...recorded.answers].sort()) === JSON.stringify(answer.answers?.sort());
  return answer.ok === true;
}

describe('questions and changes are answered as Congress answered', () => {
  it.each(CASE_FILES)('%s', async (file) => {
    const wrong: unknown[] = [];
    for (const one of readCases(file)) {
      const { id, answers, statements, ok, error, ours, why, ...asked } = one;
      const expected = ours ?? { answers, statements, ok, error };
      const answer = await runDatalogCase(asSuiteCase(one));
      if (!isRecorded(expected, answer)) wrong.push({ id, asked, expected, answer });
    }
    expect(wrong).toEqual([]);
  });
});

describe('the cases', () => {
  it('are at least 1,000, no two of them alike', () => {
    const asked = CASES.map(({ id: _, ...one }) => JSON.stringify(one));
    expect(asked.filter((key, index) => asked.indexOf(key) !== index)).toEqual([]);
    expect(CASES.length).toBeGreaterThanOrEqual(1_000);
  });

  it('say why we differ wherever we do', () => {
    const differing = CASES.filter(({ ours }) => ours !== undefined);
    expect(differing.filter(({ why }) => !why)).toEqual([]);
    console.info(`${CASES.length} questions; on purpose we differ in ${differing.length}:`);
    for (const { rules = '', parse = rules, select, insert, delete: deleted, why } of differing)
      console.info(`  ${[parse, select ?? insert ?? deleted].filter(Boolean).join('  ')}: ${why}`);
  });

  it('compute everything that can be computed but the time of day', () => {
    const texts = CASES.filter(({ answers }) => (answers ?? []).length > 0).map(({ rules }) => rules ?? '');
    const isComputed = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\(`).test(text));
    const names = builtinSignatures().map((signature) => signature.slice(0, signature.indexOf('(')));
    expect(names.filter((name) => !isComputed(name))).toEqual(['now']);
  });
});
