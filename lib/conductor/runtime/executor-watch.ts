import type { ExecutorLease } from '@/lib/ports/conductor';

/** Between two looks at who lives, in milliseconds: one statement that touches no disk. */
export const WATCH_MS = 250;

/**
 * Watches which executors live, so that what a dead one has left is found at once and not at the next pass over all runs.
 * A lease ends with its process; one whose connection the database has cut is taken again within a moment, so an
 * executor counts as dead when two looks in a row miss it.
 *
 * @param onDeath told once for each look that finds somebody dead; the next look waits for it
 * @returns ends the watch
 */
export function watchExecutors(lease: Pick<ExecutorLease, 'living'>, onDeath: () => Promise<void>): () => void {
  let known = new Set<string>();
  let missed = new Set<string>();
  let ended = false;
  let timer = setTimeout(look, WATCH_MS);
  timer.unref();

  async function look(): Promise<void> {
    // Without its own connection this process knows nothing of others.
    const living = await lease.living().catch(() => null);
    if (living !== null) {
      const dead = [...known].filter((id) => !living.has(id) && missed.has(id));
      missed = new Set([...known].filter((id) => !living.has(id) && !dead.includes(id)));
      known = new Set([...living, ...missed]);
      if (dead.length > 0 && !ended) await onDeath();
    }
    if (ended) return;
    timer = setTimeout(look, WATCH_MS);
    timer.unref();
  }

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
