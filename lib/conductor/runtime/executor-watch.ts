import type { ExecutorLease } from '@/lib/ports/conductor';

/** Between two looks at who lives, in milliseconds: one statement that touches no disk. */
export const WATCH_MS = 250;
/** For so long an executor may show no life before it loses its runs, in milliseconds. */
export const DEFAULT_HANG_MS = 5_000;

export interface ExecutorWatchOptions {
  /** how long an executor may show no life, in milliseconds; 0: as long as it likes */
  hangMs: number;
  /** called once for each look that finds somebody dead, or fenced */
  onDeath: () => void;
  /** called with the id of one that is fenced */
  onFenced: (executorId: string) => void;
}

/**
 * Watches which executors live, so that what a dead one has left is found at once and not at the next pass over all runs.
 * A lease ends with its process; one whose connection the database has cut is taken again within a moment, so an
 * executor counts as dead when two looks in a row miss it. One that holds its lease and shows no life hangs, and is fenced.
 * That is counted in looks, not by the clock: whoever was kept from running itself has seen nothing of the others.
 *
 * The looks are this executor's own signs of life: they begin as soon as it has its lease, and wait for nothing else.
 *
 * @returns ends the watch
 */
export function watchExecutors(
  lease: Pick<ExecutorLease, 'living' | 'fence'>,
  { hangMs, onDeath, onFenced }: ExecutorWatchOptions,
): () => void {
  const hangChecks = hangMs === 0 ? Number.POSITIVE_INFINITY : Math.max(2, Math.ceil(hangMs / WATCH_MS));
  let known = new Set<string>();
  let missed = new Set<string>();
  /** last sign of life of each, and in how many looks in a row it was the same */
  let signs = new Map<string, { sign: string; unchanged: number }>();
  let ended = false;
  let timer = setTimeout(look, WATCH_MS);
  timer.unref();

  async function look(): Promise<void> {
    // Without its own connection this process knows nothing of others.
    const living = await lease.living().catch(() => null);
    if (living !== null) {
      const dead = [...known].filter((id) => !living.has(id) && missed.has(id));
      missed = new Set([...known].filter((id) => !living.has(id) && !dead.includes(id)));
      known = new Set([...living.keys(), ...missed]);
      if (dead.length > 0 && !ended) onDeath();
      await fenceHung(living);
    }
    if (ended) return;
    timer = setTimeout(look, WATCH_MS);
    timer.unref();
  }

  async function fenceHung(living: Map<string, string>): Promise<void> {
    const before = signs;
    signs = new Map(
      [...living].map(([id, sign]) => {
        const last = before.get(id);
        return [id, { sign, unchanged: last && last.sign === sign && sign !== '' ? last.unchanged + 1 : 0 }];
      }),
    );
    for (const [id, { sign, unchanged }] of signs) {
      if (unchanged < hangChecks || ended) continue;
      signs.delete(id);
      if (!(await lease.fence(id, sign).catch(() => false))) continue;
      onFenced(id);
      // Its connections are closed: the next look misses it.
      missed.add(id);
    }
  }

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
