import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/model/json';
import { readCases, withoutExpectation } from './cases';
import { judge } from './judge';
import { runXmlCase } from './run-case';
import type { JudgedCase } from './xml-case';

const cases = new Map(readCases().map((testCase) => [testCase.id, testCase]));

function find(id: string): JudgedCase {
  const testCase = cases.get(id);
  if (!testCase) throw new Error(`no case ${id}`);
  return testCase;
}

async function judgedAfter(id: string, spoil: (result: JsonObject & { trace: JsonObject[] }) => void) {
  const testCase = find(id);
  const result = JSON.parse(JSON.stringify(await runXmlCase(withoutExpectation(testCase))));
  expect(judge(testCase, result).why).toBeNull();
  spoil(result);
  return judge(testCase, result).why;
}

describe('The judge notices a result that differs', () => {
  it.each<[string, string, (result: JsonObject & { trace: JsonObject[] }) => void, RegExp]>([
    ['no model', 'm-text-numbers', (r) => delete r.model, /model/],
    [
      'a number where a text was recorded',
      'm-text-numbers',
      (r) => Object.assign((r.model as JsonObject).out as JsonObject, { a: 8080 }),
      /model\.out\.a/,
    ],
    [
      'true where 1 would be equal in Python',
      'm-set-colon',
      (r) => Object.assign(r.model as JsonObject, { touched: 1 }),
      /touched/,
    ],
    [
      'a property too many',
      'm-set-new',
      (r) => Object.assign(r.model as JsonObject, { extra: null }),
      /extra: not expected/,
    ],
    ['a run that was given up', 'm-set-new', (r) => Object.assign(r, { aborted: true }), /go through/],
    ['a run that went through', 'm-int-bad', (r) => Object.assign(r, { aborted: false, error: '' }), /given up/],
    ['a run that stopped', 'm-set-new', (r) => Object.assign(r, { stopped: true }), /stopped/],
    ['no word on stopping', 'm-set-new', (r) => delete r.stopped, /true or false/],
    ['a command less', 'm-send-chain', (r) => r.trace.pop(), /commands expected/],
    [
      'a command in another round',
      'm-upd-in-send-handler',
      (r) => Object.assign(r.trace[1] ?? {}, { round: 0 }),
      /rounds/,
    ],
    ['a command without a round', 'm-send-chain', (r) => delete r.trace[0]?.round, /neither batches/],
    ['another unit', 'm-send-chain', (r) => Object.assign(r.trace[0] ?? {}, { unit: 'u9' }), /no such command/],
    [
      'another mapping',
      'm-send-mappings-frozen',
      (r) => Object.assign(r.trace[0] ?? {}, { mappings: { n: 'second' } }),
      /no such command/,
    ],
    [
      'another timeout',
      'm-send-failure-timeout',
      (r) => Object.assign(r.trace[0] ?? {}, { timeout: 31 }),
      /no such command/,
    ],
    ['reports in another order', 'm-rerun-two-workflows-order', (r) => r.trace.reverse(), /reports on service/],
    ['a report of another level', 'm-report-basic', (r) => Object.assign(r.trace[0] ?? {}, { level: 'info' }), /level/],
    ['a report too many', 'm-report-basic', (r) => r.trace.push({ ...(r.trace[0] ?? {}) }), /not expected/],
    ['another plan', 'm-tpl-plan', (r) => Object.assign(r, { plans: [{ unit: 'u1', plan: {} }] }), /plans/],
    ['no stack operations', 'm-tpl-substitute', (r) => delete r.heat, /heat: missing/],
  ])('%s (%s)', async (_what, id, spoil, why) => {
    expect(await judgedAfter(id, spoil)).toMatch(why);
  });

  it('takes no result for a failure', () => {
    expect(judge(find('m-set-new'), undefined).why).toBe('no result');
  });

  it('lets commands of one round come in any order', async () => {
    expect(await judgedAfter('m-send-chain', (result) => result.trace.reverse())).toBeNull();
  });

  it('tells the guide’s words from what the engine does', async () => {
    const testCase = find('m-text-bool-beside-words');
    const result = await runXmlCase(withoutExpectation(testCase));
    expect(judge(testCase, result)).toMatchObject({ ok: true, as: 'seed' });
    expect(judge(testCase, result, 'engine').ok).toBe(false);
  });
});
