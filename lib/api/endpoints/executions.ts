import { z } from 'zod';
import { cancelExecution } from '@/lib/environments/executions/cancel';
import { getExecution } from '@/lib/environments/executions/get';
import { listExecutionEvents, listExecutions } from '@/lib/environments/executions/list';
import { planExecution } from '@/lib/environments/executions/plan';
import { resumeExecution } from '@/lib/environments/executions/resume';
import { rollBackExecution } from '@/lib/environments/executions/roll-back';
import { startExecution } from '@/lib/environments/executions/start';
import { listWorkflows } from '@/lib/environments/executions/workflows';
import { IdSchema } from '@/lib/model/environment';
import { EventSchema } from '@/lib/model/event';
import { JsonSchema } from '@/lib/model/json-schema';
import { NextMarkerSchema } from '@/lib/model/next-marker';
import { PolicyVerdictSchema } from '@/lib/model/policies/verdicts';
import { PreviewSchema } from '@/lib/model/preview';
import { RunDetailSchema, RunViewSchema } from '@/lib/model/runs/run-view';
import { SKIP_REASONS, UNIT_PLAN_STEPS } from '@/lib/model/runs/unit-plan';
import { WORKFLOW_NAMES, WorkflowOptionSchema } from '@/lib/model/runs/workflow-options';
import { WorkflowParametersSchema } from '@/lib/model/runs/workflow-parameters';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { CancelQuery, EnvironmentParams, eventParameters, pageParameters } from './parameters';

const tag = 'executions';
const ExecutionParams = z.object({ environmentId: IdSchema, executionId: IdSchema });
const MAX_UNITS = 1000;
const MAX_TYPES = 100;

const ResizeParameters = z.object({
  delta: z.int().min(-MAX_UNITS).max(MAX_UNITS).optional().meta({
    description:
      'of scale: so many machines more or, below 0, fewer; as many fewer as `unit_ids` names, or one more, when left out',
  }),
  exclude_unit_ids: z
    .array(IdSchema)
    .max(MAX_UNITS)
    .optional()
    .meta({ description: 'of scale with fewer machines: these stay' }),
  unit: z
    .record(z.string(), JsonSchema)
    .optional()
    .meta({ description: 'of scale with more machines: the settings of each new one; defaults for what is left out' }),
  version: z.int().optional().meta({
    description:
      'of scale and uninstall: the version of the environment that was looked at; refused when it is another by now',
  }),
});

const WorkflowRequestSchema = z.object({
  workflow: z.enum(WORKFLOW_NAMES).meta({
    description:
      'start, stop; restart: stops all, then starts all; suspend: the whole machine rests, with all that is on it as it was; wake: it goes on, and is checked; check_status: looks whether they work; heal: checks, and repairs what does not work; execute_operation: runs an operation that packages offer; check_drift: compares what is set with what services say; update: compares, and sets what differs in place, never anew; scale: more or fewer machines of a service; uninstall: removes a service, or all of them, with their machines; of blueprints also install, reinstall, rollback, pull and install_new_agents, which run as operations do',
  }),
  service_id: IdSchema.optional().meta({ description: 'only the machines of this service' }),
  unit_ids: z
    .array(IdSchema)
    .max(MAX_UNITS)
    .optional()
    .meta({ description: 'only these machines; of scale: these go first' }),
  types: z
    .array(z.string())
    .max(MAX_TYPES)
    .optional()
    .meta({ description: 'only machines of these service types, packages, or node types that those derive from' }),
  operation: z.string().max(200).optional().meta({
    description: 'of execute_operation: its name, as `customOperations` of the service type says',
  }),
  parameters: z.record(z.string(), JsonSchema).optional().meta({
    description: 'of execute_operation: what it asks for, by name; secrets are sealed, and never shown again',
  }),
  ...WorkflowParametersSchema.shape,
  ...ResizeParameters.shape,
});

const UnitPlanSchema = z.object({
  serviceId: z.string(),
  unitId: z.string(),
  host: z.string(),
  does: z.enum(UNIT_PLAN_STEPS).meta({
    description:
      'repair: it is checked first; check of a repair: it is repaired when the check finds something; change: it has something to do because others come or go; replace: set up anew; rollBack: what was left half done is taken back; run: the operation',
  }),
  because: z.enum(SKIP_REASONS).nullable().meta({ description: 'why nothing is done' }),
  turn: z.int().meta({
    description:
      'machines of one turn go together, from 1; 0 where nothing is done. Of a restart: the turn of the start',
  }),
});

const InstancePlanSchema = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  instanceId: z.string(),
  node: z.string().meta({ description: 'the name of its node in the blueprint' }),
  title: z.string().meta({ description: 'of its node' }),
  unitId: z.string().nullable().meta({ description: 'the machine on which its operations run' }),
  host: z.string().nullable(),
  does: z.enum(UNIT_PLAN_STEPS),
  turn: z.int().meta({
    description: 'instances of one turn go together, from 1 in each service; what is stopped and started is told twice',
  }),
});

export const listWorkflowsEndpoint = endpoint({
  id: 'listWorkflows',
  method: 'GET',
  path: '/v1/environments/{environmentId}/workflows',
  summary: 'The workflows of an environment, each with the parameters that it declares',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({
    service_id: IdSchema.optional().meta({ description: 'only names of this service are offered as choices' }),
  }),
  response: z.object({
    workflows: z.array(
      z.object({
        name: z.enum(WORKFLOW_NAMES),
        parameters: z.array(WorkflowOptionSchema),
        services: z.array(IdSchema).nullable().meta({
          description:
            'of install, reinstall, rollback, pull and install_new_agents: services of blueprints with which there is something to do now; null for workflows that all services have: their plan says it',
        }),
      }),
    ),
  }),
  errors: [400, 401, 403, 404],
  handle: (call) => listWorkflows({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const planExecutionEndpoint = endpoint({
  id: 'planExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions/plan',
  summary: 'What a workflow will do with which machine, and why it leaves others alone; nothing is begun',
  tag,
  role: 'reader',
  expensive: true,
  params: EnvironmentParams,
  body: WorkflowRequestSchema,
  response: z.object({
    units: z.array(UnitPlanSchema),
    instances: z.array(InstancePlanSchema).meta({
      description:
        'of services of blueprints: what is done with which node instance; of scale and uninstall those that go',
    }),
    preview: PreviewSchema.nullable().meta({
      description: 'of scale and uninstall: everything that happens, as of a deployment; null for other workflows',
    }),
    verdicts: z.array(PolicyVerdictSchema).meta({ description: 'of scale and uninstall: what policies say of it' }),
    version: z.int().nullable().meta({ description: 'of scale and uninstall: send it back to start what was planned' }),
  }),
  errors: [400, 401, 403, 404, 409],
  handle: (call) => planExecution({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const startExecutionEndpoint = endpoint({
  id: 'startExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions',
  summary:
    'Start a workflow: start, stop, restart, suspend, wake up, check or repair machines, run an operation on them, set up more or remove some',
  description:
    'A run like every other: it holds the environment, and is listed, watched and told of at `/runs`. A machine whose package declares no check is never set up again by a repair. scale and uninstall are deployments of their own, without a draft: they make a version, and open drafts are overtaken.',
  tag,
  role: 'member',
  params: EnvironmentParams,
  body: WorkflowRequestSchema,
  response: z.object({ execution_id: z.string().meta({ description: 'the id of the run' }) }),
  errors: [400, 401, 403, 404, 409, 422],
  handle: (call) => startExecution({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const getExecutionEndpoint = endpoint({
  id: 'getExecution',
  method: 'GET',
  path: '/v1/environments/{environmentId}/executions/{executionId}',
  summary: 'An execution with its reports, oldest first; its result names machines that were repaired or failed',
  tag,
  role: 'reader',
  params: ExecutionParams,
  response: RunDetailSchema,
  errors: [401, 403, 404],
  handle: (call) => getExecution({ ctx: contextOf(call), input: call.params }),
});

export const listExecutionsEndpoint = endpoint({
  id: 'listExecutions',
  method: 'GET',
  path: '/v1/environments/{environmentId}/executions',
  summary: 'The executions of an environment, newest first, a page at a time',
  description: 'Those runs that were started here; `/runs` lists all.',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object(pageParameters(200)),
  response: z.object({ executions: z.array(RunViewSchema), next_marker: NextMarkerSchema }),
  errors: [400, 401, 403, 404],
  handle: (call) => listExecutions({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const listExecutionEventsEndpoint = endpoint({
  id: 'listExecutionEvents',
  method: 'GET',
  path: '/v1/environments/{environmentId}/executions/{executionId}/events',
  summary: 'The log of an execution, oldest first; live at the events of its environment',
  tag,
  role: 'reader',
  params: ExecutionParams,
  query: z.object(eventParameters),
  response: z.object({ events: z.array(EventSchema) }),
  errors: [400, 401, 403, 404],
  handle: (call) => listExecutionEvents({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const resumeExecutionEndpoint = endpoint({
  id: 'resumeExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions/{executionId}/resume',
  summary: 'Go on with an execution that failed or was cancelled, over what it has not done',
  description:
    'A new run of the same kind. Refused with `not_resumable` when it is not over, when nothing is left, and when something else has run since.',
  tag,
  role: 'member',
  params: ExecutionParams,
  query: z.object({
    interrupted: z.enum(['repeat', 'fail']).default('repeat').meta({
      description:
        'what becomes of an operation of a blueprint that was cut short, and of which nobody knows how far it came; `fail`: it fails, unless it is `resumable`',
    }),
  }),
  response: z.object({ execution_id: z.string().meta({ description: 'the id of the new run' }) }),
  errors: [400, 401, 403, 404, 409, 422],
  handle: (call) => resumeExecution({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const rollBackExecutionEndpoint = endpoint({
  id: 'rollBackExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions/{executionId}/rollback',
  summary: 'Take back what an execution has added that failed or was cancelled while it grew a service',
  description:
    'A run that removes the machines that it added. Refused with `not_reversible` when it has added none that is still there: what was removed cannot be taken back.',
  tag,
  role: 'member',
  params: ExecutionParams,
  response: z.object({ execution_id: z.string().meta({ description: 'the id of the new run' }) }),
  errors: [400, 401, 403, 404, 409, 422],
  handle: (call) => rollBackExecution({ ctx: contextOf(call), input: call.params }),
});

export const cancelExecutionEndpoint = endpoint({
  id: 'cancelExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions/{executionId}/cancel',
  summary: 'Ask an execution to end; what was reached is kept',
  description:
    'mode force after a cancel that does not come to its end; mode kill, for administrators, where nothing else ends it.',
  tag,
  rehearsed: true,
  role: 'member',
  params: ExecutionParams,
  query: CancelQuery,
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => cancelExecution({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});
