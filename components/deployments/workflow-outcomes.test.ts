import { describe, expect, it } from 'vitest';
import { outcomesOf } from './workflow-outcomes';

const plan = [
  { unitId: 'a', host: 'web1', does: 'check', because: null },
  { unitId: 'b', host: 'web2', does: 'repair', because: null },
  { unitId: 'c', host: 'web3', does: 'nothing', because: 'stopped' },
  { unitId: 'd', host: 'web4', does: 'repair', because: null },
];

describe('what came of a workflow', () => {
  it('is told beside what was planned: failures first, what was left alone last', () => {
    const outcomes = outcomesOf({ plan, failed: ['web4'], repaired: ['web2'], done: ['web1'], untouched: ['web3'] });
    expect(outcomes.map(({ host, result }) => [host, result])).toEqual([
      ['web4', 'failed'],
      ['web2', 'repaired'],
      ['web1', 'check'],
      ['web3', 'alone'],
    ]);
  });

  it('is nothing for a run that has not said it', () => {
    expect(outcomesOf(null)).toEqual([]);
    expect(outcomesOf({ done: ['web1'] })).toEqual([]);
  });
});
