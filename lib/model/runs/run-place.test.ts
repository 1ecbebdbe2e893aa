import { describe, expect, it } from 'vitest';
import { expectedWait } from './run-place';

describe('how long a run will wait', () => {
  it('is as long as those before it and its own room take at the pace of the last minutes', () => {
    expect(expectedWait(0, 10)).toBe(30);
    expect(expectedWait(9, 10)).toBe(300);
  });

  it('is not known where hardly any ended', () => {
    expect(expectedWait(3, 4)).toBeNull();
  });
});
