let last: Promise<void> = Promise.resolve();

/**
 * Lets everything else of this process have a turn: requests, timers, connections. Programs that give way side by side
 * go on one after the other, with such a turn between any two of them.
 */
export function giveWay(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
