import { expect, it } from 'vitest';
import { policyPollMs } from './policies';

it('a draft that policies stop is judged again by itself, for somebody may make an exception; others are not', () => {
  expect(policyPollMs({ outcome: 'stop' })).toBeGreaterThan(0);
  expect([undefined, { outcome: 'pass' } as const, { outcome: 'warn' } as const].map(policyPollMs)).toEqual([
    ...[false, false, false],
  ]);
});
