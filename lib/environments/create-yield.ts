import { setImmediate } from 'node:timers/promises';

/** How long work may go on in one piece, in milliseconds: nobody notices a wait of that length. */
const PIECE_MS = 15;

/**
 * Lets everything else of the server have its turn in the middle of long work.
 *
 * @returns to be awaited between one item and the next; it waits only when enough time went by since it last did
 */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < PIECE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
