/** How much one evaluation may use. Every number is a ceiling; the host sets what it needs. */
export interface Limits {
  /** items that one lazy sequence may give, and entries that one collection may have (`yaql.limitIterators`); -1 for none */
  readonly iterators: number;
  /** bytes that one value may take, as Python counts them (`yaql.memoryQuota`); 0 or less for none */
  readonly memory: number;
  /** calls and items, all together */
  readonly steps: number;
  /**
   * of them in one expression, without the methods that it calls: more than that looks at too much at once; 0 for as
   * many as there are
   */
  readonly expression: number;
  /** calls inside one another */
  readonly depth: number;
  /** milliseconds of the injected clock; 0 for none */
  readonly time: number;
}

/**
 * What an evaluation gets when the host says nothing: no ceiling on one sequence, as in the original, but
 * 10 million steps and 16 MiB for one value, so that nothing runs for ever.
 */
export const DEFAULT_LIMITS: Limits = {
  iterators: -1,
  memory: 16 * 1024 * 1024,
  steps: 10_000_000,
  expression: 0,
  depth: 400,
  time: 0,
};
