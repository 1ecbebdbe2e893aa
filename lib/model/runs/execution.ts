import { z } from 'zod';
import { IdSchema } from '../environment';
import { UNIT_WORKFLOWS } from './unit-workflows';

/** Workflows that set machines of a service up or remove them, by making another document of the environment true. */
export const RESIZING_WORKFLOWS = ['scale', 'uninstall'] as const;
export type ResizingWorkflow = (typeof RESIZING_WORKFLOWS)[number];

/** Workflows that are started at the executions of an environment. */
export const EXECUTION_WORKFLOWS = [...UNIT_WORKFLOWS, ...RESIZING_WORKFLOWS] as const;
export type ExecutionWorkflow = (typeof EXECUTION_WORKFLOWS)[number];

/** Whether a workflow sets machines up or removes them. */
export function isResizing(workflow: string): workflow is ResizingWorkflow {
  return RESIZING_WORKFLOWS.some((one) => one === workflow);
}

/** What of an environment can be left half-way by a run that modifies it. */
export const MODIFICATIONS = ['grow', 'shrink', 'uninstall', 'update'] as const;
export type Modification = (typeof MODIFICATIONS)[number];

/** What a run that resizes keeps of what it was asked for: stored as the input of its run. */
export const ResizeInputSchema = z.object({
  /** units that its document has and the one before had not */
  added: z.array(IdSchema).default([]),
  /** units that its document has no more */
  removed: z.array(z.object({ id: IdSchema, host: z.string() })).default([]),
  /** units that its steps go to; null: to all */
  only: z.array(IdSchema).nullable().default(null),
  /** whether units that were added are taken away again when it fails */
  rollback: z.boolean().default(false),
});
export type ResizeInput = z.infer<typeof ResizeInputSchema>;

/** What it answers: names of machines, and whether what was added was taken away again. */
export const ResizeResultSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  rolled_back: z.boolean().nullable().default(null),
});
export type ResizeResult = z.infer<typeof ResizeResultSchema>;
