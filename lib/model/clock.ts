import { z } from 'zod';

export const ClockViewSchema = z
  .object({ speed: z.number().meta({ description: 'times the usual speed of simulated machines' }) })
  .meta({ id: 'Clock' });
