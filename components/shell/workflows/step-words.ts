import type { ResizingWorkflow } from '@/lib/model/runs/execution';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';

/** What a look is followed by where something is wrong depends on the workflow. */
export function stepWords(workflow: UnitWorkflow | ResizingWorkflow, does: UnitPlan['does']) {
  if (workflow === 'heal' && does === 'check') return 'checkFirst';
  return workflow === 'update' && does === 'compare' ? 'compareFirst' : does;
}
