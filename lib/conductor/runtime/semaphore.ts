import pLimit from 'p-limit';

/** Lets so many in at a time, in the order they came. */
export interface Semaphore {
  /** Waits for a place. @returns the function that gives it back; calling it again changes nothing */
  enter(): Promise<() => void>;
}

/**
 * Bounds how many runs one process carries out at a time.
 *
 * A DBOS queue could do this too, but it looks for work once a second: a click on Deploy would wait for
 * half of that before anything happens.
 *
 * @param places how many, at least 1
 */
export function createSemaphore(places: number): Semaphore {
  const limit = pLimit(places);
  return {
    enter: () => new Promise((entered) => void limit(() => new Promise<void>((leave) => entered(leave)))),
  };
}
