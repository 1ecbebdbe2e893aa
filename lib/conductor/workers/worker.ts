import { LRUCache } from 'lru-cache';
import { type PackageContents, runLanguages } from '@/lib/conductor/language/language';
import { createLanguages } from '@/lib/conductor/languages';
import { isVetroError, toProblem } from '@/lib/errors';
import type { FromWorker, ToWorker, WorkerEnd, WorkerTask } from './messages';
import { createRemoteEffects } from './remote-effects';

/**
 * What runs in a worker: one task at a time, from its beginning to its end. Bundled on its own by
 * `scripts/bundle-worker.mjs`; the pool of `language-workers.ts` loads it.
 */
const languages = createLanguages();
/** Contents with what is compiled of them: environments of a tenant use few different ones. */
const cache = new LRUCache<string, PackageContents>({ max: 16 });

export default async function carryOut({ task, contentsKey, port, stop }: WorkerTask): Promise<WorkerEnd> {
  const say = (said: FromWorker) => port.postMessage(said);
  const { effects, settle } = createRemoteEffects(port);
  let contents = cache.get(contentsKey);
  try {
    const received = new Promise<PackageContents>((resolve) => {
      port.on('message', (said: ToWorker) => {
        if (said.kind === 'contents') resolve(said.contents);
        else settle(said);
      });
    });
    say({ kind: 'begun', needsContents: contents === undefined });
    if (contents === undefined) {
      contents = await received;
      cache.set(contentsKey, contents);
    }
    const watch = { now: () => performance.now(), isStopped: () => Atomics.load(stop, 0) !== 0 };
    return { ok: true, end: await runLanguages(languages, { ...task, contents, effects, watch }) };
  } catch (error) {
    if (isVetroError(error)) return { ok: false, problem: toProblem(error) };
    return { ok: false, defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    port.close();
  }
}
