import type { UnitWorkflow } from '@/lib/model/runs/unit-plan';
import type { RunKindRunner } from './run-kind';

/** Runs a workflow on machines that are there; what fails for good it reports itself. */
export function workflow(name: UnitWorkflow): RunKindRunner {
  return {
    operation: ({ target }) => ({ kind: 'workflow', workflow: name, target }),
    failsWithEffects: false,
  };
}
