import { z } from 'zod';
import type { ModelChange } from './diff';
import { JsonSchema } from './json-schema';

export const ModelChangeSchema: z.ZodType<ModelChange> = z
  .object({
    kind: z.enum(['packageMoved', 'serviceAdded', 'serviceRemoved', 'unitAdded', 'unitRemoved', 'propertyChanged']),
    impact: z.enum(['settings', 'create', 'replace', 'remove']),
    serviceId: z.string(),
    serviceName: z.string(),
    serviceType: z.string(),
    unitId: z.string().optional(),
    unitName: z.string().optional(),
    machine: z.string().optional().meta({ description: 'what the machine of the unit is called' }),
    machines: z.int().optional().meta({ description: 'of a service that comes: so many machines it has' }),
    property: z.string().optional(),
    label: z.string().optional(),
    before: JsonSchema.optional(),
    after: JsonSchema.optional(),
    hosts: z
      .array(z.string())
      .optional()
      .meta({ description: 'machines that exist now and by this lose what is on them' }),
    sentence: z.string(),
  })
  .meta({ id: 'Change' });

/** What a draft would change, and what stands against deploying it. */
export const SessionDiffSchema = z.object({
  /** which edit of the draft this was taken from */
  revision: z.int(),
  changes: z.array(ModelChangeSchema),
  problems: z.array(z.object({ path: z.string(), code: z.string(), sentence: z.string() })),
});
export type SessionDiff = z.infer<typeof SessionDiffSchema>;
