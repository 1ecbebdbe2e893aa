import { z } from 'zod';
import type { FieldProblem } from '../field-problem';
import { JsonSchema } from '../json-schema';
import type { ExecutionWorkflow } from './execution';
import type { LifecycleWorkflow } from './lifecycle-workflows';

const MAX_NAMES = 1000;
const names = z.array(z.string().max(300)).max(MAX_NAMES).optional();
const flag = z.boolean().optional();
const dictionary = z.record(z.string(), JsonSchema).optional();

/** Parameters of workflows, as the lifecycle names them. */
export const WorkflowParametersSchema = z.object({
  type_names: names.meta({
    description: 'only what is of these types, or of types that derive from them: node types, packages, service types',
  }),
  node_ids: names.meta({
    description: 'only instances of these nodes: services by name or id, nodes of blueprints by name',
  }),
  node_instance_ids: names.meta({
    description: 'only these instances: machines by name or id, node instances of blueprints by id',
  }),
  node_instance_id: z.string().max(300).optional().meta({
    description: 'of heal: the machine of this instance, with all that is on it',
  }),
  operation_parms: dictionary.meta({ description: 'of start and stop: inputs of the operation, by name' }),
  stop_parms: dictionary.meta({ description: 'of restart: inputs of the stop, by name' }),
  start_parms: dictionary.meta({ description: 'of restart: inputs of the start, by name' }),
  operation_kwargs: dictionary.meta({ description: 'of execute_operation: inputs of the operation, by name' }),
  allow_kwargs_override: flag.meta({
    description: 'of execute_operation: whether `operation_kwargs` may replace inputs that the operation declares',
  }),
  run_by_dependency_order: flag.meta({
    description:
      'whether it goes first to what others need, then to those (stop: the other way), else to all at once; true when left out for start, stop, restart and pull, else false',
  }),
  diagnose_value: z.string().max(1000).optional().meta({ description: 'of heal: why, in the log' }),
  check_status: flag.meta({
    description: 'of heal: look first whether it works, else go by the last look; true when left out',
  }),
  check_drift: flag.meta({
    description:
      'of check_status: then compare what works with what its service says, as check_drift does; services of blueprints are only checked',
  }),
  allow_reinstall: flag.meta({
    description:
      'of heal: set up anew what cannot be repaired; when left out true for node instances of blueprints, false for other machines',
  }),
  force_reinstall: flag.meta({
    description: 'of heal: set up anew all that is chosen, without repair; of update: what would be updated',
  }),
  skip_drift_check: flag.meta({
    description: 'of update: go by what the last check found, without looking anew',
  }),
  skip_heal: flag.meta({ description: 'of update: do not check and repair what is updated before' }),
  skip_reinstall: flag.meta({
    description:
      'of update: set up nothing anew but `reinstall_list`; when left out false for node instances of blueprints, true for other machines',
  }),
  skip_install: flag.meta({ description: 'of update: leave out what is not installed yet' }),
  skip_uninstall: flag.meta({ description: 'of update: forget what goes without uninstalling it' }),
  reinstall_list: names.meta({ description: 'of update: instances that are set up anew in any case' }),
  preview: flag.meta({ description: 'of update: only the steps, nothing is done' }),
  workflow_id: z.string().max(200).optional().meta({
    description: 'of update: a workflow that runs in its place',
  }),
  task_retries: z.int().min(-1).max(1000).optional().meta({
    description:
      'how often an operation is tried again that fails and says nothing itself; -1 for as often as it takes; as the installation is set when left out',
  }),
  task_retry_interval: z.number().min(0).max(86_400).optional().meta({ description: 'seconds before it is' }),
  subgraph_retries: z.int().min(-1).max(1000).optional().meta({
    description:
      'of node instances of blueprints: how often one whose installation or removal has failed is taken down and begun from nothing again; -1 for as often as it takes, 0 when left out',
  }),
  full_rollback: flag.meta({ description: 'of rollback' }),
  install_agent_timeout: z.int().min(1).max(86_400).optional().meta({
    description: 'of install_new_agents: seconds for one agent, 300 when left out',
  }),
  install_methods: names.meta({
    description: 'of install_new_agents: only hosts whose agents came in one of these ways',
  }),
  validate: flag.meta({ description: 'of install_new_agents: ask the old agents first; true when left out' }),
  install: flag.meta({ description: 'of install_new_agents: give new agents; true when left out' }),
  manager_ip: z.string().max(300).optional().meta({
    description: 'of install_new_agents: handed on to the operations that give and try agents',
  }),
  manager_certificate: z.string().max(20_000).optional().meta({ description: 'of install_new_agents: likewise' }),
  stop_old_agent: flag.meta({ description: 'of install_new_agents: likewise' }),
  ignore_failure: flag.meta({
    description:
      'of start, stop, restart, suspend, wake and execute_operation: what fails on one machine is a warning, without another try, and keeps nobody else from going on; of heal and reinstall: what fails while something is taken down to be set up anew keeps it from nothing, true when left out for heal; of scale and uninstall always so',
  }),
  rollback_if_failed: flag.meta({
    description: 'of scale: whether machines that it has added are taken away again when it fails; true when left out',
  }),
  scalable_entity_name: z.string().max(300).optional().meta({
    description: 'of scale: a service by name or id, a node or a scaling group of a blueprint by name',
  }),
  scale_compute: flag.meta({
    description: 'of scale: the machine that the node stands on, with all that stands on it',
  }),
  include_instances: names.meta({
    description: 'of scale with fewer machines: these go first; machines by name or id, node instances by id',
  }),
  exclude_instances: names.meta({ description: 'of scale with fewer machines: these stay; likewise' }),
  abort_started: flag.meta({ description: 'of scale: take back first what an earlier growth has left half-way' }),
});
export type WorkflowParameters = z.infer<typeof WorkflowParametersSchema>;
export type ParameterName = keyof WorkflowParameters;
export const PARAMETER_NAMES = Object.keys(WorkflowParametersSchema.shape) as [ParameterName, ...ParameterName[]];

const RETRIES = ['task_retries', 'task_retry_interval'] as const;
const FILTERS = ['type_names', 'node_ids', 'node_instance_ids', ...RETRIES] as const;
/** Of workflows that install or remove instances. */
const INSTALLING = [...FILTERS, 'subgraph_retries'] as const;
const ORDERED = [...FILTERS, 'run_by_dependency_order'] as const;
const IGNORING = ['ignore_failure'] as const;

/** What each workflow may be given, of these. */
export const WORKFLOW_PARAMETERS: Readonly<Record<ExecutionWorkflow | LifecycleWorkflow, readonly ParameterName[]>> = {
  start: [...IGNORING, ...ORDERED, 'operation_parms'],
  stop: [...IGNORING, ...ORDERED, 'operation_parms'],
  restart: [...IGNORING, ...ORDERED, 'stop_parms', 'start_parms'],
  suspend: [...IGNORING, ...FILTERS],
  wake: [...IGNORING, ...FILTERS],
  check_status: [...ORDERED, 'check_drift'],
  check_drift: ORDERED,
  heal: [
    ...(['allow_reinstall', 'force_reinstall', 'check_status', 'ignore_failure', 'diagnose_value'] as const),
    'node_instance_id',
    ...INSTALLING,
  ],
  update: [
    ...(['skip_drift_check', 'skip_heal', 'skip_reinstall', 'force_reinstall'] as const),
    ...(['reinstall_list', 'workflow_id'] as const),
    ...INSTALLING,
  ],
  execute_operation: [...IGNORING, ...ORDERED, 'operation_kwargs', 'allow_kwargs_override'],
  install: INSTALLING,
  reinstall: [...IGNORING, ...INSTALLING],
  rollback: [...FILTERS, 'full_rollback'],
  pull: [...ORDERED, 'operation_parms'],
  install_new_agents: [
    ...(['node_ids', 'node_instance_ids', 'install_agent_timeout', 'install_methods', 'validate', 'install'] as const),
    ...(['manager_ip', 'manager_certificate', 'stop_old_agent', ...RETRIES] as const),
  ],
  scale: [
    ...(['scalable_entity_name', 'scale_compute', 'include_instances', 'exclude_instances'] as const),
    ...(['abort_started', 'rollback_if_failed', 'ignore_failure'] as const),
  ],
  uninstall: IGNORING,
};

/** Why a workflow has no meaning here for a parameter that the lifecycle knows. */
const REASONS: Partial<Record<ExecutionWorkflow, Partial<Record<ParameterName, string>>>> = {
  update: {
    preview: 'Ask for the plan instead: POST the same to executions/plan.',
    skip_install: 'An update installs nothing new here: what is new comes by deploying a draft.',
    skip_uninstall: 'An update takes nothing away here: what goes does so by deploying a draft.',
  },
};

/** Parameters that were given to a workflow that has them not, each with the reason. */
export function foreignParameters(
  workflow: ExecutionWorkflow | LifecycleWorkflow,
  given: WorkflowParameters,
): FieldProblem[] {
  return PARAMETER_NAMES.filter(
    (name) => given[name] !== undefined && !WORKFLOW_PARAMETERS[workflow].includes(name),
  ).map((name) => noParameter(workflow, name, REASONS[workflow as ExecutionWorkflow]?.[name]));
}

/** That a workflow has no such parameter. */
export function noParameter(workflow: string, path: string, reason = ''): FieldProblem {
  const sentence = `The workflow ${workflow} has no parameter "${path}".`;
  return { path, code: 'unknown_parameter', sentence: reason === '' ? sentence : `${sentence} ${reason}` };
}
