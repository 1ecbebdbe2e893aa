import { describe, expect, it } from 'vitest';
import { durationOf, type StepEstimate, type StepKind } from './step-estimate';

const plan = (title: string): StepKind => ({ effect: 'plan', title, early: false });
const past: Record<string, [number, number, number]> = { a: [1, 2, 3], b: [2, 4, 9] };
const estimateOf = (step: StepKind): StepEstimate | null => {
  const times = past[step.title];
  if (!times) return null;
  const [lowMs, typicalMs, highMs] = times;
  return { ...step, runs: 1, lowMs, typicalMs, highMs };
};

describe('the duration of rounds of steps', () => {
  it('adds up the longest step of each round', () => {
    expect(durationOf([[plan('a'), plan('b')], [plan('a')]], estimateOf)).toEqual({
      lowMs: 3,
      typicalMs: 6,
      highMs: 12,
      knownSteps: 3,
      unknownSteps: 0,
    });
  });

  it('counts steps without a past, and is unknown when none has one', () => {
    expect(durationOf([[plan('a'), plan('c')]], estimateOf)).toMatchObject({ highMs: 3, unknownSteps: 1 });
    expect(durationOf([[plan('c')]], estimateOf)).toBeNull();
    expect(durationOf([], estimateOf)).toBeNull();
  });
});
