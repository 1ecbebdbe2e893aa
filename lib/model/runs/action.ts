import { z } from 'zod';
import { IdSchema } from '../environment';
import { JsonSchema } from '../json-schema';

/** What a run of an action was given: stored as the input of its run. */
export const ActionInputSchema = z.object({
  objectId: IdSchema,
  method: z.string(),
  /** what people call it */
  title: z.string(),
  /** the object's name */
  object: z.string(),
  arguments: z.record(z.string(), JsonSchema),
});
export type ActionInput = z.infer<typeof ActionInputSchema>;

/** The same as the API tells it; an operation of machines is told in the same way. */
export const ActionViewSchema = z
  .object({
    object_id: z.string().meta({ description: 'of an operation: the service, or the environment, that it ran on' }),
    object: z.string().meta({ description: 'its name' }),
    method: z.string().meta({ description: 'of an operation: its name, `interface.name`' }),
    title: z.string(),
    arguments: z.record(z.string(), JsonSchema).meta({ description: 'by their names; secrets masked' }),
  })
  .meta({ id: 'RunAction' });
export type ActionView = z.infer<typeof ActionViewSchema>;
