import path from 'node:path';
import { Piscina } from 'piscina';
import { errors } from '@/lib/errors';
import { countedInThread } from './caller-budgets';
import { createFairQueue } from './fair-queue';

/** Threads of one kind beside the server. */
export interface ThreadPoolOptions {
  /** what `scripts/bundle-worker.mjs` makes of a `worker.ts`, from the root of the product */
  bundle: string;
  /** what every thread is handed when it begins */
  workerData: unknown;
  /** memory of one thread, in MB */
  heapMb: number;
  /** threads that are there from the start; none when left out */
  minThreads?: number;
  maxThreads: number;
  /**
   * by how much lower their priority is than the server's (nice(2)), for work that is bounded by processor time, not by
   * wall-clock time; 0 when left out
   */
  niceIncrement?: number;
}

/** A pool of threads: who carries a task out, and how all of it ends. */
export type ThreadPool = Pick<Piscina, 'run' | 'destroy'>;

/** How long a thread that nobody needs is kept, in milliseconds. */
const IDLE_MS = 60_000;

/**
 * A pool of threads; each carries out one task at a time, and is kept for the next with what it has learnt.
 *
 * @returns its `run` rejects when `signal` ends the thread, with an error that {@link isOutOfMemory} knows, or with
 *   `server_stopping` (unavailable) when `destroy` ended the thread
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { bundle, workerData, heapMb, minThreads = 0, maxThreads, niceIncrement = 0 } = options;
  let isEnding = false;
  const pool = new Piscina({
    filename: path.resolve(bundle),
    minThreads,
    maxThreads,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    recordTiming: false,
    // Linux alone has a priority for each thread: elsewhere the server would give way with them.
    niceIncrement: process.platform === 'linux' ? niceIncrement : 0,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Nothing of this process: neither its settings, which hold secrets, nor what loads its own modules.
    env: {},
    execArgv: [],
    argv: [],
  });
  return {
    run: async (task, runOptions) => {
      try {
        return await countedInThread(() => pool.run(task, runOptions));
      } catch (error) {
        throw isEnding ? stopping(error) : error;
      }
    },
    destroy: () => {
      isEnding = true;
      return pool.destroy();
    },
  };
}

/** What becomes of a task whose server ends. */
export function stopping(cause: unknown) {
  return errors.unavailable('server_stopping', 'This server is being stopped. Try again in a moment.', {
    retryable: true,
    retryAfterSeconds: 5,
    cause,
  });
}

/** Whether an error says that a thread ended because it took more memory than it may. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** What a thread answered, or which limit ended it. */
export type ThreadAnswer<Answer> = { answer: Answer } | { exceeded: 'time' | 'memory' };

/** Asks functions of a worker by name, each question within a time. */
export interface BoundedThreads {
  /**
   * @param name the function of the worker
   * @param forMs how long it may take, from when a thread takes it, in milliseconds
   * @param owner who asks, for whose turn it is; all together when left out
   * @throws what the function throws; limit_exceeded `too_many_questions` of an owner; unavailable `server_stopping` once it is closed
   */
  ask<Answer>(name: string, input: unknown, forMs: number, owner?: string): Promise<ThreadAnswer<Answer>>;
  /** Drops whatever is being asked. */
  close(): Promise<void>;
}

/**
 * Threads that answer questions; as many at a time as there may be threads, further ones wait.
 *
 * @param createPool makes the pool of them
 * @param maxOfOwner how many questions of one owner are answered or wait at a time
 */
export function createBoundedThreads(
  options: ThreadPoolOptions,
  createPool = createThreadPool,
  maxOfOwner?: number,
): BoundedThreads {
  const pool = createPool(options);
  let isClosed = false;
  const queue = createFairQueue({ maxRunning: options.maxThreads, ...(maxOfOwner && { maxOfOwner }) });
  return {
    ask: (name, input, forMs, owner = '') =>
      // The time of a question begins when a thread takes it.
      queue.run(owner, async () => {
        if (isClosed) throw stopping(null);
        const timeout = AbortSignal.timeout(forMs);
        try {
          return { answer: await pool.run(input, { name, signal: timeout }) };
        } catch (error) {
          if (timeout.aborted) return { exceeded: 'time' };
          if (isOutOfMemory(error)) return { exceeded: 'memory' };
          throw error;
        }
      }),
    close: () => {
      isClosed = true;
      return pool.destroy();
    },
  };
}
