import { z } from 'zod';
import { JsonSchema } from '../json-schema';
import { PROPERTY_KINDS } from '../service-type';

/** One edit of a draft, as `/v1/environments/{environmentId}/services/{path}` takes it. */
export const AlternativeEditSchema = z.object({
  method: z.enum(['PUT', 'POST', 'DELETE']),
  path: z.string().meta({ description: 'below `/services/`' }),
  value: JsonSchema.optional(),
});
export type AlternativeEdit = z.infer<typeof AlternativeEditSchema>;

/** A value with which policies let a draft pass where they stop it now. */
export const AllowedValueSchema = z.object({
  text: z.string().meta({ description: 'as the package or the cloud calls it' }),
  size: z.object({ vcpus: z.int(), memory_mb: z.int() }).nullable().meta({ description: 'of a machine size' }),
  edits: z.array(AlternativeEditSchema).meta({ description: 'what makes it so, to be sent one after the other' }),
});
export type AllowedValue = z.infer<typeof AllowedValueSchema>;

/** What was looked for in one field of a draft that policies stop: the nearest values that they allow. */
export const AlternativeSchema = z
  .object({
    service_id: z.string(),
    service_name: z.string(),
    property: z
      .string()
      .meta({ description: 'path in the service, as in verdicts; `units`: how many machines it has' }),
    kind: z.enum([...PROPERTY_KINDS, 'units']),
    label: z.string().meta({ description: 'what the field is called' }),
    policy_ids: z.array(z.string()).meta({ description: 'whose verdicts go with it' }),
    tried: z.int().meta({ description: 'so many values policies were asked about' }),
    allowed: z.array(AllowedValueSchema).meta({ description: 'the nearest first; three at most' }),
  })
  .meta({ id: 'PolicyAlternative' });
export type Alternative = z.infer<typeof AlternativeSchema>;
