import type { FieldProblem } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';

/** A workflow and the machines that it is for: all, those of a service, or those that are named. */
export interface WorkflowRequest {
  environmentId: string;
  workflow: UnitWorkflow;
  service_id?: string | undefined;
  unit_ids?: readonly string[] | undefined;
  /** service types, packages or what those derive from */
  types?: readonly string[] | undefined;
  /** of `execute_operation` */
  operation?: string | undefined;
  parameters?: JsonObject | undefined;
  /** of `update` */
  skip_drift_check?: boolean | undefined;
  skip_heal?: boolean | undefined;
  run_by_dependency_order?: boolean | undefined;
  /** of those that `IGNORING_WORKFLOWS` names */
  ignore_failure?: boolean | undefined;
}

/** That a workflow has no such parameter. */
export function noParameter(workflow: string, path: string): FieldProblem {
  return { path, code: 'unknown_parameter', sentence: `The workflow ${workflow} has no parameter "${path}".` };
}
