import { DEFAULT_LIMITS, type Limits } from '@vetro/yaql';
import { DEFAULT_MAX_ITEMS } from '@/lib/conductor/language/max-items';

/** How much one run of a program may use; every number is a ceiling. */
export interface ExecutionLimits extends Limits {
  /** methods that call one another */
  readonly calls: number;
  /** objects made in one run, all together */
  readonly objects: number;
  /** branches of `Parallel` and `pselect` that are under way at the same time, those of branches among them */
  readonly branches: number;
}

/**
 * What a run gets when the host says nothing. 2,000 items of a list and 512 KiB of a value are the original's;
 * the rest is ours, and generous: no package that ends meets it.
 */
export const DEFAULT_EXECUTION_LIMITS: ExecutionLimits = {
  ...DEFAULT_LIMITS,
  iterators: DEFAULT_MAX_ITEMS,
  memory: 512 * 1024,
  steps: 20_000_000,
  // A few hundredths of a second: whoever needs more is told which expression it is.
  expression: 200_000,
  depth: 400,
  calls: 200,
  objects: 50_000,
  branches: 5_000,
};
