import type { UnitWorkflow } from '../unit-workflows';
import { WorkflowInputSchema } from '../workflow-input';
import type { RunKindDefinition } from './run-kind';

/** Runs a workflow on machines that are there; what fails for good it reports itself. */
export function workflow(
  name: UnitWorkflow,
  words: Pick<RunKindDefinition, 'noun' | 'again' | 'overtakes'>,
): RunKindDefinition {
  return {
    ...words,
    makesVersion: 'whenChanged',
    whenHeld: 'refuse',
    operation: ({ target, input }) => ({
      kind: 'workflow',
      workflow: name,
      target,
      input: WorkflowInputSchema.parse(input),
    }),
    cancelWaits: true,
    failsWithEffects: false,
  };
}
