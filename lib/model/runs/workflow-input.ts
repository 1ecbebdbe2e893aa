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
  /** only what is of these types: service types, packages, types of nodes or what those derive from; empty: all */
  types: z.array(z.string()).default([]),
  /** only these nodes: services by name or id, nodes of blueprints by name; empty: all */
  nodes: z.array(z.string()).default([]),
  /** only these instances: machines by name or id, node instances of blueprints by id; empty: all */
  instances: z.array(z.string()).default([]),
  /** what the workflow of the lifecycle is given besides, by the names of its own parameters; secrets sealed */
  parameters: z.record(z.string(), JsonSchema).default({}),
  /**
   * how often operations are tried again that say nothing themselves, and after how many seconds; as set when left out.
   * `instances`: how often an instance of a blueprint is begun from nothing again; never when left out
   */
  retries: z
    .object({ count: z.int().optional(), seconds: z.number().optional(), instances: z.int().optional() })
    .default({}),
  /** what fails on one machine is a warning, and keeps nobody else from going on */
  ignoreFailure: z.boolean().default(false),
  /** the run that it goes on from, where it stopped */
  resumes: z.string().optional(),
  /** of one that goes on: whether operations that were interrupted are run again, as when left out; else they have failed */
  repeatsInterrupted: z.boolean().optional(),
});
export type WorkflowInput = z.infer<typeof WorkflowInputSchema>;
