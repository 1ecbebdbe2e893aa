/**
 * How long a story waits for one thing on a page before it counts as never coming, in milliseconds: far beyond what
 * anything takes on two cores with three times their work, and short enough that a hang is known within two minutes.
 */
export const WAIT_MS = 60_000;

/** The same for a whole run: most take seconds. Machines that are not simulated get longer, by VETRO_RUN_WAIT_MS. */
export const RUN_MS = Number(process.env.VETRO_RUN_WAIT_MS ?? 110_000);

/** The same for a whole story: many waits one after the other. */
export const STORY_MS = 8 * 60_000;

/** The same for closing the browsers of a story. */
export const CLOSE_MS = 30_000;
