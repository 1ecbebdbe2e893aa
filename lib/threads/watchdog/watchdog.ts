import inspector from 'node:inspector';
import path from 'node:path';
import type { WatchdogData } from './worker';

/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/threads/watchdog/generated/worker.mjs';
/** Within the limit it is checked so often whether the event loop goes on, which shows that twice as often. */
const CHECKS = 10;

/**
 * Starts a thread that ends this process when its event loop stands still: nobody is answered then, and what the process
 * holds is nobody else's until it has ended. Checks are counted, not time: a process that was stopped as a whole, and goes
 * on, was not standing still. With a debugger attached the loop may stand as long as somebody reads, and nothing is
 * started.
 *
 * @param limitMs how long the loop may stand still, in milliseconds; 0: for ever
 * @param onFailure told when there is no such thread any more: the process is not watched from then on
 */
export function startWatchdog(limitMs: number, onFailure: (error: unknown) => void): void {
  if (limitMs === 0 || inspector.url() !== undefined) return;
  // Where the name of a thread's file stands beside its making, the build of the pages would pack that file.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const everyMs = limitMs / CHECKS;
  const workerData: WatchdogData = { beats, everyMs, checks: CHECKS };
  const thread = new Worker(path.resolve(BUNDLE), { workerData, env: {}, execArgv: [], argv: [] });
  thread.once('error', onFailure);
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), everyMs / 2).unref();
}
