import { describe, expect, it } from 'vitest';
import { deterministicFrom } from './deterministic';

/** What a run and its preview make up, each in the order in which its own branches went on. */

function drawnIn(seed: string, order: readonly string[]): Record<string, unknown[]> {
  const { newId, chance } = deterministicFrom(seed);
  const drawn: Record<string, unknown[]> = {};
  for (const place of order) drawn[place] = [...(drawn[place] ?? []), newId(place), chance.next(place)];
  return drawn;
}

describe('what a run makes up', () => {
  it('is in each branch the same, whichever of them goes first', () => {
    const drawn = drawnIn('draft', ['', '.1', '.2', '.1', '.2.1', '.2', '']);
    expect(drawnIn('draft', ['.2.1', '.2', '.2', '', '', '.1', '.1'])).toEqual(drawn);
    const all = Object.values(drawn).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) expect(one).toSatisfy((value) => /^[0-9a-f]{32}$/.test(`${value}`) || Number(value) < 1);
  });

  it('is something else for another seed', () => {
    expect(drawnIn('draft', ['.1'])).not.toEqual(drawnIn('other', ['.1']));
  });
});
