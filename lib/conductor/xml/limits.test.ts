import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../language/budget';
import { ProcessorTime } from '../language/processor-time';
import { runInTestWorld } from './testing';

const limits = { steps: 20_000, piece: 20_000, textLength: 10_000, depth: 60, nodes: 5_000 };
const GROWING: [string, string][] = [
  ['a text that doubles', '<set path="x"><select path="x"/><select path="x"/>ab</set>'],
  ['a list that doubles', '<set path="x"><list><i><select path="x"/></i><i><select path="x"/></i></list></set>'],
  ['a map that deepens', '<set path="x"><map><i name="k"><select path="x"/></i></map></set>'],
  [
    'a list in a variable that doubles',
    `${'<set path="#v"><list><i><select path="#v"/></i><i><select path="#v"/></i></list></set>'.repeat(30)}`,
  ],
];

describe('A package cannot use the machine up', () => {
  it.each(GROWING)('%s is stopped', async (_what, set) => {
    const { error } = await runInTestWorld({
      model: { id: 'e', x: 'a', items: [{ n: 1 }] },
      workflows: `<rule match="$.items[*]">${set}</rule>`,
      options: { limits },
    });
    expect(error).toMatchObject({ kind: 'language', code: 'budget_exceeded', span: { file: 'w1.xml', line: 1 } });
  });

  it('a query that looks at everything again and again is stopped', async () => {
    const items = Array.from({ length: 2_000 }, (_unused, n) => ({ n }));
    const { error } = await runInTestWorld({
      model: { id: 'e', a: { b: { c: items } } },
      workflows: '<set path="out"><select-all path="$..*..*..*..*..n"/></set>',
      options: { limits },
    });
    expect(error?.code).toBe('budget_exceeded');
  });

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1), b: nested(depth - 1) });
  const SLOW = '<set path="out"><select-all path="$..*..*.nothing"/></set>';

  const slowRules = (time: ProcessorTime) =>
    runInTestWorld({
      model: { id: 'e', data: nested(8) as Record<string, never> },
      workflows: `<rule match="$.data"></rule>${SLOW.repeat(5_000)}`,
      options: { time },
    });

  it('rules that compute too long are stopped', async () => {
    const { error } = await slowRules(new ProcessorTime({ now: () => performance.now(), isStopped: () => false }, 100));
    expect(error).toMatchObject({ kind: 'language', code: 'budget_exceeded', span: { file: 'w1.xml' } });
    expect(error?.sentence).toContain('computed for more than 0.1 seconds');
  });

  it('rules are left where they stand when someone asks for their end while they compute', async () => {
    const { end } = await slowRules(new ProcessorTime({ now: () => performance.now(), isStopped: () => true }));
    expect(end?.outcome).toBe('cancelled');
  });

  it('one rule that does too much in one piece is stopped', async () => {
    const { error } = await runInTestWorld({
      model: { id: 'e', items: Array.from({ length: 1_000 }, (_unused, n) => ({ n })) },
      workflows: `<rule match="$.items[*]">${'<select path="n"/>'.repeat(10)}</rule>`,
      options: { limits: { ...DEFAULT_LIMITS, piece: 5_000 } },
    });
    expect(error?.sentence).toContain('took more than 5000 steps in one piece');
  });

  it('rules that change the model for ever are stopped', async () => {
    const { error } = await runInTestWorld({
      model: { id: 'e', n: 0, items: [{}] },
      workflows: `<rule desc="ping" match="$.items[?(1 == 1)]"><rule match="/$[?(@.n == 0)]"><set path="n"><int>1</int></set></rule></rule>
        <rule desc="pong" match="$.items[*]"><rule match="/$[?(@.n == 1)]"><set path="n"><int>0</int></set></rule></rule>`,
      options: { maxPasses: 20 },
    });
    expect(error?.code).toBe('rules_never_settle');
  });

  it('what is within its limits runs', async () => {
    const { end } = await runInTestWorld({ workflows: '<set path="x">a</set>', options: { limits } });
    expect(end?.outcome).toBe('finished');
  });
});
