import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { type LanguageEnd, runLanguages } from '@/lib/conductor/language/language';
import { createLanguages } from '@/lib/conductor/languages';
import { isVetroError, toProblem } from '@/lib/errors';
import type { LoadedPackages } from '@/lib/ports/conductor';
import type { FromWorker, ToWorker, WorkerData, WorkerEnd, WorkerTask } from './messages';
import { createRemoteEffects } from './remote-effects';

/**
 * What runs in a worker: one task at a time, from its beginning to its end. Bundled on its own by
 * `scripts/bundle-worker.mjs`; the pool of `language-workers.ts` loads it.
 */
const languages = createLanguages((workerData as WorkerData).library);
/** Packages by their digest, with what is compiled of them: environments of a tenant use few different ones. */
const cache = new LRUCache<string, LoadedPackages>({ max: 16 });

/** Carries a task out in this thread: its effects go out as messages, and so does how it ended. */
export default async function carryOut({ task, digest, port, stop }: WorkerTask): Promise<void> {
  const say = (said: FromWorker) => port.postMessage(said);
  const remote = createRemoteEffects(port);
  const end = await endOf();
  remote.flush();
  // Whoever hears it closes the port.
  say({ kind: 'ended', end });

  async function endOf(): Promise<WorkerEnd> {
    try {
      return { ok: true, end: await run() };
    } catch (error) {
      if (isVetroError(error)) return { ok: false, problem: toProblem(error) };
      return { ok: false, defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  async function run(): Promise<LanguageEnd> {
    const received = new Promise<LoadedPackages>((resolve) => {
      port.on('message', (said: ToWorker) => {
        if (said.kind === 'packages') resolve(said.packages);
        else remote.settle(said);
      });
    });
    const known = cache.get(digest);
    say({ kind: 'begun', needsPackages: known === undefined });
    const packages = known ?? (await received);
    cache.set(digest, packages);
    const watch = { now: () => performance.now(), isStopped: () => Atomics.load(stop, 0) !== 0 };
    return runLanguages(languages, { ...task, packages, effects: remote.effects, watch });
  }
}
