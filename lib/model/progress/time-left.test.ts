import { describe, expect, it } from 'vitest';
import type { DurationRange } from '../step-estimate';
import { timeLeft } from './time-left';

const USUAL: DurationRange = { lowMs: 60_000, typicalMs: 90_000, highMs: 120_000, knownSteps: 5, unknownSteps: 0 };

describe('the time a deployment still needs', () => {
  it.each([
    [
      'a range as long as it is quicker than any before',
      USUAL,
      20_000,
      { kind: 'range', lowMs: 40_000, highMs: 100_000 },
    ],
    ['a longest time once it may be over any moment', USUAL, 60_000, { kind: 'atMost', highMs: 60_000 }],
    ['that it takes longer than usual, once it does', USUAL, 120_000, { kind: 'longer', usualMs: 120_000 }],
    [
      'a shortest time when some steps never ran before',
      { ...USUAL, unknownSteps: 1 },
      0,
      { kind: 'atLeast', lowMs: 60_000 },
    ],
    ['nothing once that shortest time is over', { ...USUAL, unknownSteps: 1 }, 60_000, null],
    ['nothing when nothing like it has ever run', null, 5_000, null],
  ])('is %s', (_what, usual, elapsed, left) => {
    expect(timeLeft(usual, elapsed)).toEqual(left);
  });
});
