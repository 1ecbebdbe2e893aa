import { describe, expect, it } from 'vitest';
import { tiersOf } from './tiers';

const link = (both: string) => ({ source: both[0] ?? '', target: both[1] ?? '' });
const tiers = (ids: string, ...links: string[]) => tiersOf([...ids], links.map(link)).map((tier) => tier.join(''));

describe('tiers', () => {
  it('put what is used behind what uses it, however long the way', () => {
    expect(tiers('abc', 'ab', 'bc', 'ac')).toEqual(['a', 'b', 'c']);
  });

  it('keep the order of the model, and what is linked to nothing in front', () => {
    expect(tiers('dbca', 'ad')).toEqual(['bca', 'd']);
  });

  it('stand what is used beside what uses it', () => {
    expect(tiers('abyx', 'ax', 'by')).toEqual(['ab', 'xy']);
  });

  it('end also where services use each other in a circle', () => {
    expect(tiers('abc', 'ab', 'bc', 'ca').join('')).toHaveLength(3);
  });
});
