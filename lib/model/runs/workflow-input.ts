import { z } from 'zod';
import { JsonSchema } from '../json-schema';

/** What a workflow over machines was asked with, beside its target: stored as the input of its run. */
export const WorkflowInputSchema = z.object({
  /** of `execute_operation`: what is run; secrets among its parameters sealed */
  operation: z
    .object({
      /** `interface.name`, as its package declares it */
      name: z.string(),
      /** what people call it */
      title: z.string(),
      /** the service or the environment that it was run on */
      on: z.object({ id: z.string(), name: z.string() }),
      parameters: z.record(z.string(), JsonSchema),
    })
    .optional(),
  /** only machines of these types: service types, packages or what those derive from; empty: of all */
  types: z.array(z.string()).default([]),
  /** of `execute_operation`: whether it runs on what is needed before it runs on what needs it; else on all at once */
  byDependency: z.boolean().default(false),
  /** what fails on one machine is a warning, and keeps nobody else from going on */
  ignoreFailure: z.boolean().default(false),
  /** of `update`: go by what the last check found, without looking anew */
  skipDriftCheck: z.boolean().default(false),
  /** of `update`: do not check and repair before what is updated */
  skipHeal: z.boolean().default(false),
});
export type WorkflowInput = z.infer<typeof WorkflowInputSchema>;
