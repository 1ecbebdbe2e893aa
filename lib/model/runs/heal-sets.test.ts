import { describe, expect, it } from 'vitest';
import { healSetsOf } from './heal-sets';

describe('what a repair came to', () => {
  it('is told service by service, each instance by its node where that is the only one', () => {
    const parts = {
      ...{ checked: ['web_host_a1', 'web_b2', 'web_c3'], healed: ['web_host_a1'], healFailed: ['web_b2'] },
      ...{ reinstalled: ['web_b2'], untouched: ['web_c3'] },
    };
    expect(healSetsOf({ sets: { parts, shop: { checked: ['shop1'], untouched: ['shop1'] } } })).toEqual([
      {
        service: 'parts',
        sets: {
          ...{ checked: ['web_host', 'web_b2', 'web_c3'], healed: ['web_host'], healFailed: ['web_b2'] },
          ...{ reinstalled: ['web_b2'], untouched: ['web_c3'] },
        },
      },
      {
        service: 'shop',
        sets: { checked: ['shop1'], healed: [], healFailed: [], reinstalled: [], untouched: ['shop1'] },
      },
    ]);
  });

  it('is nothing for runs that say nothing of it', () => {
    expect(healSetsOf(null)).toEqual([]);
    expect(healSetsOf({ done: ['shop1'] })).toEqual([]);
  });
});
