import type pg from 'pg';

const ANSWERS = Symbol.for('vetro.last-answers');

/** When each database answered last. Kept for the whole process, because modules are loaded more than once. */
function known(): Map<string, { at: number }> {
  const home = globalThis as { [ANSWERS]?: Map<string, { at: number }> };
  home[ANSWERS] ??= new Map();
  return home[ANSWERS];
}

/**
 * When a database answered a statement last, on any connection of this process that says so.
 *
 * @param client of that database, open or not
 * @returns the moment (`performance.now`, in milliseconds), kept up to date; minus infinity before the first answer
 */
export function lastAnswerOf({ host, port, database }: Pick<pg.Client, 'host' | 'port' | 'database'>): { at: number } {
  const key = `${host}:${port}/${database}`;
  const answer = known().get(key) ?? { at: Number.NEGATIVE_INFINITY };
  known().set(key, answer);
  return answer;
}
