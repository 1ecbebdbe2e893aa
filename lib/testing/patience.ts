/**
 * How long a test waits for one thing to happen before it counts as never coming, in milliseconds. A slow machine is
 * no fault: this bounds hanging alone, so it is far beyond what anything takes on two cores with twice their work.
 */
export const HANG_MS = 2 * 60_000;
/** The same for a whole test, or for what prepares a file of them: many waits one after the other. */
export const TEST_HANG_MS = 2 * HANG_MS;
/** After so long, whoever reads the output learns what is being waited for, in milliseconds. */
const NOTICE_MS = 30_000;

/**
 * Waits until something is so, asking again and again; what takes long is named on the way.
 *
 * @param what completes the sentence "… did not come within 2 minutes"
 * @param look returns what was waited for, or null (false, undefined) while it is not so yet
 * @param pause between two looks: milliseconds, or what is waited for
 * @returns what `look` found
 * @throws Error when it never came
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  pause: number | (() => Promise<void>) = 15,
): Promise<T> {
  const begun = performance.now();
  const notice = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stderr.write(`Waiting for ${seconds} s: ${what}\n`);
  }, NOTICE_MS);
  let limit: NodeJS.Timeout | undefined;
  // Also what looks may wait without end, as for an answer that never comes.
  const hang = new Promise<never>((_, reject) => {
    const error = new Error(`${what} did not come within ${HANG_MS / 60_000} minutes`);
    limit = setTimeout(() => reject(error), HANG_MS);
  });
  try {
    for (;;) {
      const found = await Promise.race([hang, look()]);
      if (found !== null && found !== undefined && found !== false) return found;
      await Promise.race([hang, typeof pause === 'number' ? sleep(pause) : pause()]);
    }
  } finally {
    clearInterval(notice);
    clearTimeout(limit);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
