import { describe, expect, it } from 'vitest';
import { isComplete } from './installed';
import { exampleUnit, exampleWeb } from './topology/testing/example';

describe('a machine of a type without roles', () => {
  const clock = exampleWeb({ units: [] });
  const isThere = (state: Record<string, string>) => isComplete(null, clock, exampleUnit('3', { state }));

  it('is not there by its name alone: names are given before machines are made', () => {
    expect(isThere({ hostname: 'clock1' })).toBe(false);
  });

  it('is there once something is known of it that only a machine has', () => {
    expect(isThere({ hostname: 'clock1', address: '10.0.0.5' })).toBe(true);
    expect(isThere({ hostname: 'vm1', openstackId: 'a1' })).toBe(true);
  });
});
