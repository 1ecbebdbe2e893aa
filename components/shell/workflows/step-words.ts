import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import type { WorkflowName } from '@/lib/model/runs/workflow-options';

/** What a look is followed by where something is wrong depends on the workflow. */
export function stepWords(workflow: WorkflowName, does: UnitPlan['does']) {
  if (workflow === 'heal' && does === 'check') return 'checkFirst';
  return workflow === 'update' && does === 'compare' ? 'compareFirst' : does;
}
