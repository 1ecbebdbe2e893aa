/**
 * How long a test waits for one thing to happen before it counts as never coming, in milliseconds. A slow machine is
 * no fault: this bounds hanging alone, so it is far beyond what anything takes on two cores with ten times their work.
 */
export const HANG_MS = 10 * 60_000;
/** The same for a whole test, or for what prepares a file of them: many waits one after the other. */
export const TEST_HANG_MS = 30 * 60_000;

/**
 * Waits until something is so, asking again and again.
 *
 * @param what completes the sentence "… did not come within 10 minutes"
 * @param look returns what was waited for, or null (false, undefined) while it is not so yet
 * @param pauseMs between two looks
 * @returns what `look` found
 * @throws Error when it never came
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  pauseMs = 15,
): Promise<T> {
  for (const until = performance.now() + HANG_MS; ; ) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > until) throw new Error(`${what} did not come within ${HANG_MS / 60_000} minutes`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
