import { DEFAULT_LIMITS, type Limits } from '@/lib/conductor/yaql';

/** How much one run of a program may use; every number is a ceiling. */
export interface RunLimits extends Limits {
  /** methods that call one another */
  readonly calls: number;
  /** objects made in one run, all together */
  readonly objects: number;
}

/**
 * What a run gets when the host says nothing. 2,000 items of a list and 512 KiB of a value are the original's;
 * the rest is ours, and generous: no package that ends meets it.
 */
export const DEFAULT_RUN_LIMITS: RunLimits = {
  ...DEFAULT_LIMITS,
  iterators: 2000,
  memory: 512 * 1024,
  steps: 20_000_000,
  depth: 400,
  calls: 200,
  objects: 200_000,
};
