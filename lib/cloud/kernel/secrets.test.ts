import { describe, expect, it } from 'vitest';
import { testSecrets } from '@/lib/cloud/embedded/testing';
import { createResealer } from './secrets';

describe('what comes back from a cloud', () => {
  it('has the seals of what was opened for it, wherever it stands', () => {
    const sealed = testSecrets.seal('swordfish');
    const reseal = createResealer(testSecrets, { parameters: { password: `user:${sealed}@host` } });
    expect(reseal({ reason: 'swordfish is too weak', list: ['swordfish', 7] })).toEqual({
      reason: `${sealed} is too weak`,
      list: [sealed, 7],
    });
  });

  it('has a seal for what the cloud made secret itself', () => {
    const reseal = createResealer(testSecrets, {}, ['made up by heat']);
    const [found] = Object.values(reseal({ output: 'made up by heat' }));
    expect(found).toMatch(/^vetro:secret:v1:/);
    expect(testSecrets.open(found)).toBe('made up by heat');
  });

  it('keeps one secret apart from another that holds it', () => {
    const [short, long] = ['sword', 'swordfish'].map(testSecrets.seal);
    const reseal = createResealer(testSecrets, { short: short ?? '', long: long ?? '' });
    expect(reseal('swordfish')).toBe(long);
  });
});
