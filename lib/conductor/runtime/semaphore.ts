/** Lets so many in at a time, in the order they came. */
export interface Semaphore {
  /** Waits for a place. @returns the function that gives it back; calling it again changes nothing */
  enter(): Promise<() => void>;
}

/**
 * Bounds how many deployments one process carries out at a time.
 *
 * A DBOS queue could do this too, but it looks for work once a second: a click on Deploy would wait for
 * half of that before anything happens.
 *
 * @param places how many, at least 1
 */
export function createSemaphore(places: number): Semaphore {
  let free = places;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    enter: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let left = false;
      return () => {
        if (left) return;
        left = true;
        leave();
      };
    },
  };
}
