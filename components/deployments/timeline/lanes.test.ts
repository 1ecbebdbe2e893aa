import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layLanes, type PlacedBar } from './lanes';
import { ALONE, type Segment } from './rows';

const WINDOW = { from: 0, to: 100_000 };
/** One second is ten pixels. */
const TRACK = 1_000;

const segment = (id: string, from: number, to: number, expectedTo: number | null = null): Segment => ({
  ...{ id, kind: 'effect', step: { title: id, stackChange: null }, from: from * 1000, to: to * 1000 },
  ...{ state: 'ok', effectId: id, progress: null, critical: false, ...ALONE },
  expectedTo: expectedTo === null ? null : expectedTo * 1000,
});
/** Words are ten pixels a letter. */
const lay = (segments: Segment[], track = TRACK) => layLanes(segments, WINDOW, track, ({ id }) => id.length * 10);
const drawn = ({ bars }: { bars: PlacedBar[] }) =>
  bars.map(
    ({ segment: { id }, lane, words }) => `${id} ${lane} ${words.inside ? 'in' : 'at'} ${words.left}+${words.width}`,
  );

describe('the bars of a row', () => {
  it('hold their words where they fit, and have them behind where they do not', () => {
    expect(drawn(lay([segment('long', 0, 10), segment('short', 12, 14)]))).toEqual([
      'long 0 in 6+88',
      'short 0 at 146+50',
    ]);
  });

  it('have their words before them at the end of the window', () => {
    expect(drawn(lay([segment('end', 98, 100)]))).toEqual(['end 0 at 944+30']);
  });

  it('go on a line of their own where words or bars would lie over each other', () => {
    expect(drawn(lay([segment('one', 0, 2), segment('two', 3, 5), segment('three', 9, 11)]))).toEqual([
      'one 0 at 26+30',
      'two 1 at 56+30',
      'three 0 at 116+50',
    ]);
  });

  it('keep the room that a step under way will need until its expected end', () => {
    expect(drawn(lay([segment('running', 0, 2, 30), segment('next', 30, 40)]))).toEqual([
      'running 0 in 6+288',
      'next 1 in 306+88',
    ]);
  });

  it('cut words off only where a track has no room for them', () => {
    expect(drawn(lay([segment('a very long name', 10, 60)], 100))).toEqual(['a very long name 0 in 16+38']);
  });

  it('never lie over each other, words or bars, and never outside of the track', () => {
    const stretch = fc
      .record({ from: fc.nat(120), length: fc.nat(60), letters: fc.integer({ min: 1, max: 40 }), track: fc.nat() })
      .map(({ from, length, letters }) => segment('x'.repeat(letters), from, from + length));
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), fc.integer({ min: 200, max: 2_000 }), (segments, track) => {
        const { bars, lanes } = lay(segments, track);
        const extents = bars.map(({ lane, left, width, words }) => {
          const hasWords = words.width > 0;
          const from = hasWords ? Math.min(left, words.left) : left;
          return { lane, from, to: hasWords ? Math.max(left + width, words.left + words.width) : left + width };
        });
        for (const [at, one] of extents.entries()) {
          expect(one.lane).toBeLessThan(lanes);
          expect(one.from).toBeGreaterThanOrEqual(0);
          expect(one.to).toBeLessThanOrEqual(track + 0.01);
          for (const other of extents.slice(at + 1))
            if (other.lane === one.lane) expect(other.from >= one.to || one.from >= other.to).toBe(true);
        }
      }),
    );
  });
});
