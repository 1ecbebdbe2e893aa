import { describe, expect, it } from 'vitest';
import type { Service } from '../environment';
import type { ServiceType } from '../service-type';
import { chooseUnitsToRemove, type Shrinking } from './resize';

const farm: Service = {
  id: 'f',
  type: 'farm',
  name: 'shop',
  units: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, state: { hostname: `web-${id}` }, leads: id === 'd' })),
};
const type = { exactlyOne: null } as unknown as ServiceType;
const choose = (wish: Partial<Shrinking>, service = farm, of = type) => {
  const { units, problems } = chooseUnitsToRemove(service, of, { count: 1, include: [], exclude: [], ...wish });
  return { units: units.map(({ id }) => id), problems: problems.map(({ path, code }) => [path, code]) };
};

describe('who goes when a service becomes smaller', () => {
  it('is whoever is named, then the newest of the others', () => {
    expect(choose({}).units).toEqual(['d']);
    expect(choose({ include: ['b'] }).units).toEqual(['b']);
    expect(choose({ include: ['a'], count: 2 }).units).toEqual(['a', 'd']);
    // fewer than are named: not all of them
    expect(choose({ include: ['a', 'b'], count: 1 }).units).toEqual(['a']);
  });

  it('is not who is to stay, and first what has no machine', () => {
    expect(choose({ exclude: ['d'] }).units).toEqual(['c']);
    const waiting = { ...farm, units: farm.units.map((unit) => (unit.id === 'b' ? { ...unit, state: {} } : unit)) };
    expect(choose({}, waiting).units).toEqual(['b']);
  });

  it('is not who the others follow, unless it is named', () => {
    const led = { exactlyOne: 'leads' } as unknown as ServiceType;
    expect(choose({}, farm, led).units).toEqual(['c']);
    expect(choose({ include: ['d'] }, farm, led).units).toEqual(['d']);
  });

  it('is refused by the field of what is wrong with the lists, all at once', () => {
    expect(choose({ include: ['x', 'a'], exclude: ['y', 'a'] })).toEqual({
      units: [],
      problems: [
        ['unit_ids.0', 'unit_not_found'],
        ['exclude_unit_ids.0', 'unit_not_found'],
        ['unit_ids.1', 'both_lists'],
      ],
    });
    expect(choose({ count: 3, exclude: ['a', 'b'] }).problems).toEqual([['exclude_unit_ids', 'too_many_excluded']]);
    expect(choose({ count: 2, exclude: ['a', 'b'] }).problems).toEqual([['exclude_unit_ids', 'too_many_excluded']]);
    expect(choose({ count: 2, exclude: ['a'] }).problems).toEqual([]);
  });
});
