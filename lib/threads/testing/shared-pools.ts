import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { createThreadPool, stopping, type ThreadPool, type ThreadPoolOptions } from '../thread-pool';

/** Pools of this process, by what their threads are: threads of one kind are as good for one server as for the next. */
const pools = new Map<string, ThreadPool>();

/**
 * A pool for one of the servers that a process of tests starts one after the other: its threads stay for the next one,
 * warm and with what they have compiled, as they stay for the next task within a server. A server that ends takes the
 * threads along that still work for it.
 */
export function createSharedThreadPool(options: ThreadPoolOptions): ThreadPool {
  const key = createHash('sha256').update(serialize(options)).digest('hex');
  const pool = pools.get(key) ?? createThreadPool(options);
  pools.set(key, pool);
  const ended = new AbortController();
  return {
    run: async (task, { signal, ...runOptions } = {}) => {
      const signals = [ended.signal, ...(signal instanceof AbortSignal ? [signal] : [])];
      try {
        return await pool.run(task, { ...runOptions, signal: AbortSignal.any(signals) });
      } catch (error) {
        throw ended.signal.aborted ? stopping(error) : error;
      }
    },
    destroy: async () => ended.abort(),
  };
}
