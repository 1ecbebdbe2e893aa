import { describe, expect, it } from 'vitest';
import { readCases, withoutExpectation } from './cases';
import { judge } from './judge';
import { runXmlCase } from './run-case';

const cases = readCases();
const judged = cases.filter(({ advisory }) => !advisory);

describe('Murano v0.2 traces: each case ends as recorded', () => {
  it('has all cases, and none is skipped', () => {
    expect([cases.length, judged.length]).toEqual([190, 189]);
  });

  it.each(judged.map((testCase) => [testCase.id, testCase] as const))('%s', async (_id, testCase) => {
    const result = await runXmlCase(withoutExpectation(testCase));
    expect(judge(testCase, JSON.parse(JSON.stringify(result))).why).toBeNull();
  });

  it('runs the advisory cases without breaking down', async () => {
    for (const testCase of cases.filter(({ advisory }) => advisory)) {
      expect(await runXmlCase(withoutExpectation(testCase))).toMatchObject({ id: testCase.id });
    }
  });
});
