/** What comes by chance, the same from the same seed. */
export interface SeededRandom {
  /** a whole number from 0 to below `most` */
  below(most: number): number;
  one<T>(of: readonly T[]): T;
  /** whether one of so many times */
  oneIn(times: number): boolean;
}

/** Makes a source of chance (mulberry32). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    one: (of) => of[below(of.length)] as (typeof of)[number],
    oneIn: (times) => below(times) === 0,
  };
}
