import type { JsonObject } from '../json';
import type { RunTarget } from './target';
import type { UnitWorkflow } from './unit-workflows';
import type { WorkflowInput } from './workflow-input';

/** What a run asks of the programs of its packages. */
export type Operation =
  /**
   * makes the environment's document true; `only`: by steps on these units alone, whatever is left to do elsewhere stays
   * as it is
   */
  | { kind: 'deploy'; only?: readonly string[] }
  /** calls a public method of one object; the arguments by their names */
  | { kind: 'action'; objectId: string; method: string; arguments: JsonObject }
  /** does something with machines that are there */
  | { kind: 'workflow'; workflow: UnitWorkflow; target: RunTarget; input: WorkflowInput };
