import { z } from 'zod';

/** How many times as fast as usual simulated machines may be made. */
export const CLOCK_SPEEDS = [1, 2, 4, 8] as const;

export const ClockViewSchema = z
  .object({ speed: z.number().meta({ description: 'times the usual speed of simulated machines' }) })
  .meta({ id: 'Clock' });
export type ClockView = z.infer<typeof ClockViewSchema>;
