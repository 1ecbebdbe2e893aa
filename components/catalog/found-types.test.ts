import { describe, expect, it } from 'vitest';
import type { ServiceType } from '@/lib/model/service-type';
import { categoriesOf, foundTypes, typesByCategory } from './found-types';

const CATEGORIES = ['Web', 'Data', 'Directory', 'Odd'];

/** As many tiles as a large catalog has: every third is of two categories, every tenth of none. */
const types = Array.from({ length: 300 }, (_, n): ServiceType => {
  const categories = n % 10 === 0 ? [] : [CATEGORIES[n % 4], ...(n % 3 === 0 ? ['Web'] : [])];
  return {
    ...{ type: `t${n}`, package: `com.example.P${n}`, title: `Service ${n}`, summary: '', description: 'For people' },
    ...{ categories: [...new Set(categories)], tags: n % 2 === 0 ? ['even'] : ['odd', `tag${n}`] },
  } as ServiceType;
});

describe('a catalog of 300 tiles', () => {
  it('has its categories in the order that was set, those without a place after them by name', () => {
    expect(categoriesOf(types, [])).toEqual(['Data', 'Directory', 'Odd', 'Web']);
    expect(categoriesOf(types, ['Web', 'Nowhere', 'Directory'])).toEqual(['Web', 'Directory', 'Data', 'Odd']);
  });

  it('shows each tile once, in the first of its categories', () => {
    const groups = typesByCategory(types, categoriesOf(types, ['Web']));
    expect(groups.map(({ category }) => category)).toEqual(['Web', 'Data', 'Directory', 'Odd', null]);
    expect(groups.flatMap((group) => group.types)).toHaveLength(300);
    expect(groups[0]?.types.every(({ categories }) => categories.includes('Web'))).toBe(true);
    expect(groups.at(-1)?.types).toHaveLength(30);
    expect(typesByCategory(foundTypes(types, { words: 'nothing', category: '', tag: '' }), ['Web'])).toEqual([]);
  });

  it('is found by words, category and tag together', () => {
    const found = (filters: Partial<Parameters<typeof foundTypes>[1]>) =>
      foundTypes(types, { words: '', category: '', tag: '', ...filters }).length;
    expect(found({})).toBe(300);
    expect(found({ words: 'service PEOPLE' })).toBe(300);
    expect(found({ words: 'tag299' })).toBe(1);
    expect(found({ tag: 'even' })).toBe(150);
    expect(found({ category: 'Web', tag: 'even', words: '24' })).toBe(6);
    expect(found({ tag: 'tag299', category: 'Data' })).toBe(0);
  });
});
