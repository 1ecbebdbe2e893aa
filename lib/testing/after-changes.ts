import { HANG_MS } from './patience';

/** After so long without a change it looks all the same, in milliseconds: what nobody tells of is found, too. */
const LOOK_ANYWAY_MS = 500;

/**
 * Waits until something is so, looking again whenever something changes.
 *
 * @param what completes the sentence "… did not come within 10 minutes"
 * @param onChange calls back whenever it may have become so; it returns a function that ends that
 * @param look returns what was waited for, or null (false, undefined) while it is not so yet
 * @returns what `look` found
 * @throws Error when it never came
 */
export async function afterChanges<T>(
  what: string,
  onChange: (handler: () => void) => () => void,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  let wake = () => {};
  let changed = false;
  const end = onChange(() => {
    changed = true;
    wake();
  });
  try {
    for (const until = performance.now() + HANG_MS; ; ) {
      changed = false;
      const found = await look();
      if (found !== null && found !== undefined && found !== false) return found;
      if (performance.now() > until) throw new Error(`${what} did not come within ${HANG_MS / 60_000} minutes`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_ANYWAY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        // It came while it was looked for.
        if (changed) wake();
      });
    }
  } finally {
    end();
  }
}
