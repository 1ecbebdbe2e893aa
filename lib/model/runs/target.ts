import { z } from 'zod';
import { IdSchema } from '../environment';

/** What of an environment a run is for: the whole, one service, one machine, or several machines. */
export const RunTargetSchema = z
  .discriminatedUnion('entity', [
    z.object({ entity: z.literal('environment') }),
    z.object({ entity: z.literal('service'), serviceId: IdSchema }),
    z.object({ entity: z.literal('unit'), serviceId: IdSchema, unitId: IdSchema }),
    z.object({ entity: z.literal('selection'), unitIds: z.array(IdSchema).min(1) }),
  ])
  .meta({ id: 'RunTarget' });
export type RunTarget = z.infer<typeof RunTargetSchema>;

export const WHOLE_ENVIRONMENT: RunTarget = { entity: 'environment' };
