import { z } from 'zod';
import { ActionArgumentSchema } from '../action-arguments';
import type { Json } from '../json';
import { EXECUTION_WORKFLOWS, isResizing } from './execution';
import { LIFECYCLE_WORKFLOWS } from './lifecycle-workflows';
import {
  PARAMETER_NAMES,
  type ParameterName,
  WORKFLOW_PARAMETERS,
  WorkflowParametersSchema,
} from './workflow-parameters';

export const WORKFLOW_NAMES = [...EXECUTION_WORKFLOWS, ...LIFECYCLE_WORKFLOWS] as const;
export type WorkflowName = (typeof WORKFLOW_NAMES)[number];

/** A parameter of a workflow as it is declared: dialogs ask for it in words of their own. */
export const WorkflowOptionSchema = ActionArgumentSchema.pick({ kind: true, default: true, min: true, max: true })
  .extend({
    name: z.enum(PARAMETER_NAMES),
    default: ActionArgumentSchema.shape.default.meta({
      description: 'what it is when left out; null where that depends on what it is for, or is nothing',
    }),
    choices: z.array(z.string()).meta({ description: 'of choice and list: what there is in the environment' }),
  })
  .meta({ id: 'WorkflowOption' });
export type WorkflowOption = z.infer<typeof WorkflowOptionSchema>;

/** Names in an environment that parameters choose from. */
interface ParameterChoices {
  types: readonly string[];
  nodes: readonly string[];
  instances: readonly string[];
  /** what is scaled: services, nodes and groups */
  entities: readonly string[];
}

/** From which names a parameter chooses. */
const CHOICES: Partial<Record<ParameterName, keyof ParameterChoices>> = {
  type_names: 'types',
  node_ids: 'nodes',
  node_instance_ids: 'instances',
  node_instance_id: 'instances',
  reinstall_list: 'instances',
  include_instances: 'instances',
  exclude_instances: 'instances',
  scalable_entity_name: 'entities',
};

/** Workflows for which yes is meant when nothing is said; the parameters named here have an answer for all workflows. */
const TRUE_FOR: Partial<Record<ParameterName, readonly WorkflowName[]>> = {
  run_by_dependency_order: ['start', 'stop', 'restart', 'pull'],
  ignore_failure: ['heal'],
  check_status: WORKFLOW_NAMES,
  validate: WORKFLOW_NAMES,
  install: WORKFLOW_NAMES,
  rollback_if_failed: WORKFLOW_NAMES,
  ...{ allow_kwargs_override: [], force_reinstall: [], skip_drift_check: [], skip_heal: [], full_rollback: [] },
  ...{ scale_compute: [], abort_started: [], check_drift: [] },
};

/** What a workflow may be given, in the order in which it is asked for. */
export function workflowOptions(workflow: WorkflowName, choices: ParameterChoices): WorkflowOption[] {
  // what goes is taken down whatever fails there: there is nothing to choose
  const isFixed = (name: ParameterName) => isResizing(workflow) && name === 'ignore_failure';
  return WORKFLOW_PARAMETERS[workflow]
    .filter((name) => !isFixed(name))
    .map((name) => ({ name, default: defaultOf(workflow, name), ...formOf(name, choices) }));
}

function defaultOf(workflow: WorkflowName, name: ParameterName): Json {
  return TRUE_FOR[name]?.includes(workflow) ?? null;
}

function formOf(
  name: ParameterName,
  choices: ParameterChoices,
): Pick<WorkflowOption, 'kind' | 'choices' | 'min' | 'max'> {
  const { type, minimum, maximum } = DECLARED[name] ?? {};
  const from = CHOICES[name];
  const offered = from === undefined ? [] : [...choices[from]];
  if (type === 'string') return { kind: from === undefined ? 'text' : 'choice', choices: offered };
  if (type === 'integer' || type === 'number') return { kind: type, choices: [], min: minimum, max: maximum };
  const kind = type === 'array' ? 'list' : type === 'object' ? 'map' : 'boolean';
  return { kind, choices: offered };
}

type Declared = { type?: string; minimum?: number; maximum?: number };
const DECLARED = (z.toJSONSchema(WorkflowParametersSchema, { unrepresentable: 'any' }).properties ?? {}) as Partial<
  Record<ParameterName, Declared>
>;
