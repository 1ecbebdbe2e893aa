import type { GraphPhase } from '@/lib/model/blueprints/graph';
import { phasesOn, updatePhases } from '@/lib/model/blueprints/phases';
import type { UnitOperation } from '@/lib/model/operations/declared';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';

/** What the lifecycle is asked for. */
export interface Phase extends GraphPhase {
  /** operations that every machine has, whatever its package declares */
  everywhere?: readonly UnitOperation[];
}

/**
 * What a workflow asks of the lifecycle, one after the other; the next only when the one before has done all. Machines are
 * set up anew by what makes machines, so the lifecycle is never asked for that.
 *
 * @param alone of the chosen units those that are restarted one after the other, in that order, after all others
 * @param stopped of a restart: these are only started
 * @returns none where nothing is chosen, or all of it is set up anew at once
 */
export function phasesOf(
  workflow: UnitWorkflow,
  { parameters, operation }: WorkflowInput,
  chosen: readonly string[],
  alone: readonly string[] = [],
  stopped?: ReadonlySet<string>,
): Phase[] {
  switch (workflow) {
    case 'restart': {
      const together = chosen.filter((unit) => !alone.includes(unit));
      return [together, ...alone.map((unit) => [unit])].flatMap((group) =>
        phasesOn(workflow, parameters, group, stopped),
      );
    }
    case 'suspend':
      return everywhere('lifecycle.suspend', chosen, { reverse: true });
    case 'wake':
      return everywhere('lifecycle.resume', chosen);
    case 'heal':
      if (parameters.force_reinstall === true && parameters.allow_reinstall !== false) return [];
      return phasesOn(workflow, { ...parameters, allow_reinstall: false }, chosen);
    case 'update':
      return updatePhases({ ...parameters, skip_reinstall: true }, chosen);
    case 'execute_operation':
      return phasesOn(workflow, { ...parameters, operation: operation?.name ?? '' }, chosen);
    default:
      return phasesOn(workflow, parameters, chosen, stopped);
  }
}

/** An operation on all that are chosen, needed ones first or last, also where no package declares it. */
function everywhere(operation: UnitOperation, chosen: readonly string[], more: Partial<Phase> = {}): Phase[] {
  const parameters = { operation, run_by_dependency_order: true };
  return phasesOn('execute_operation', parameters, chosen).map((phase) => ({
    ...phase,
    everywhere: [operation],
    ...more,
  }));
}
