import { z } from 'zod';
import { JsonSchema } from '../json-schema';
import type { Progress } from './projection';

/** A picture as the API answers with it; how it is made inside is between the server and the dashboard. */
export const ProgressSchema = z
  .object({
    lastSeq: z.int().meta({ description: 'number of the last event in it' }),
    seen: z.array(z.array(z.int())).meta({ description: 'which numbers are in it, as ranges from and to' }),
    deployments: z.record(z.string(), JsonSchema),
    machines: z.record(z.string(), JsonSchema),
  })
  .meta({ id: 'RunProgress' }) as unknown as z.ZodType<Progress>;
