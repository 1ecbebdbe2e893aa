import type { JsonObject } from '@/lib/model/json';
import type { UnitOperation } from '@/lib/model/operations/declared';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';

/** What the lifecycle is asked for. */
export interface Phase {
  /** a workflow of the lifecycle engine */
  workflow: string;
  parameters: JsonObject;
  /** units that the topology has; all that are deployed when left out */
  only?: ReadonlySet<string>;
  /** who needs another comes before it instead of after it */
  reverse?: boolean;
  /** operations that every machine has, whatever its package declares */
  everywhere?: readonly UnitOperation[];
}

/** What a workflow asks of the lifecycle, one after the other; the next only when the one before has done all. */
export function phasesOf(workflow: UnitWorkflow, input: WorkflowInput, chosen: readonly string[]): Phase[] {
  const parameters = { node_instance_ids: [...chosen] };
  const stop: Phase = { workflow: 'stop', parameters, reverse: true };
  const start: Phase = { workflow: 'start', parameters };
  switch (workflow) {
    case 'start':
      return [start];
    case 'stop':
      return [stop];
    case 'restart':
      return [stop, start];
    case 'suspend':
      return [everywhere('lifecycle.suspend', chosen, { reverse: true })];
    case 'wake':
      return [everywhere('lifecycle.resume', chosen)];
    case 'check_status':
      return [{ workflow, parameters }];
    case 'heal':
      // Repair goes through all that there is, so what is not meant must not be there.
      return [{ workflow, parameters: { allow_reinstall: false }, only: new Set(chosen) }];
    case 'check_drift':
      return [{ workflow, parameters }];
    case 'update':
      return [input.skipDriftCheck ? updateKnown(chosen) : updateDrifted(input, chosen)];
    case 'execute_operation': {
      const { operation, byDependency } = input;
      return [
        {
          workflow,
          parameters: { ...parameters, operation: operation?.name ?? '', run_by_dependency_order: byDependency },
        },
      ];
    }
  }
}

/** An operation on all that are chosen, needed ones first or last, also where no package declares it. */
function everywhere(operation: UnitOperation, chosen: readonly string[], more: Partial<Phase> = {}): Phase {
  const parameters = { operation, run_by_dependency_order: true, node_instance_ids: [...chosen] };
  return { workflow: 'execute_operation', parameters, everywhere: [operation], ...more };
}

/** Compares, repairs what does not work, and updates what has drifted; nothing is set up anew. */
function updateDrifted({ skipHeal }: WorkflowInput, chosen: readonly string[]): Phase {
  return { workflow: 'update', parameters: { skip_heal: skipHeal, skip_reinstall: true }, only: new Set(chosen) };
}

/** The same for those that are known to have drifted: nobody looks anew. */
function updateKnown(chosen: readonly string[]): Phase {
  return {
    workflow: 'execute_operation',
    parameters: { operation: 'lifecycle.update', run_by_dependency_order: true, node_instance_ids: [...chosen] },
  };
}
