import type { LanguageHost } from '@/lib/conductor/language/language-host';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { createThreadPool } from '@/lib/threads/thread-pool';
import type { WorkerData } from './messages';
import { superviseTask } from './supervise-task';

/** How programs of packages are run, and how much of the machine they may take together. */
export interface WorkerOptions {
  /** the packages that MuranoPL brings along */
  library?: readonly ObjectPackage[];
  /** workers that are there from the start, so that a task need not wait for one */
  minWorkers?: number;
  /** tasks that go on at a time; further ones wait */
  maxWorkers?: number;
  /** memory of one worker for what its program makes, in MB */
  heapMb?: number;
  /** makes the pool of workers */
  createPool?: typeof createThreadPool;
}

const DEFAULT_LIMITS = { minWorkers: 2, maxWorkers: 32, heapMb: 256 };
/** A third of what the server gets where both want a processor: requests are answered beside programs that compute. */
const NICE_INCREMENT = 5;
/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/conductor/workers/generated/worker.mjs';

/**
 * A host that runs every task in a thread of its own, beside the server: a program that computes for ever, or takes all
 * the memory it can get, is stopped there and holds nobody up. Threads are kept for the next task, with what they have
 * compiled.
 */
export function createLanguageWorkers(options: WorkerOptions = {}): LanguageHost {
  const { library = [], createPool = createThreadPool, ...limits } = { ...DEFAULT_LIMITS, ...options };
  const { minWorkers, maxWorkers, heapMb } = limits;
  const pool = createPool({
    bundle: BUNDLE,
    minThreads: minWorkers,
    maxThreads: maxWorkers,
    heapMb,
    niceIncrement: NICE_INCREMENT,
    workerData: { library } satisfies WorkerData,
  });
  return {
    run: (task) =>
      superviseTask({
        ...task,
        heapMb,
        start: (begun, signal) => pool.run(begun, { transferList: [begun.port], signal }),
      }),
    close: () => pool.destroy(),
  };
}
