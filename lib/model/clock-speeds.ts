/** How many times as fast as usual simulated machines may be made. */
export const CLOCK_SPEEDS = [1, 2, 4, 8] as const;
export type ClockSpeed = (typeof CLOCK_SPEEDS)[number];
