import { z } from 'zod';
import { planExecution } from '@/lib/environments/executions/plan';
import { startExecution } from '@/lib/environments/executions/start';
import { cancelRun } from '@/lib/environments/runs/cancel';
import { getRun } from '@/lib/environments/runs/get';
import { IdSchema } from '@/lib/model/environment';
import { JsonSchema } from '@/lib/model/json-schema';
import { RunViewSchema } from '@/lib/model/runs/run-view';
import { SKIP_REASONS, UNIT_PLAN_STEPS, UNIT_WORKFLOWS } from '@/lib/model/runs/unit-plan';
import { ReportViewSchema } from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams } from './parameters';

const tag = 'executions';
const ExecutionParams = z.object({ environmentId: IdSchema, executionId: IdSchema });
const MOST_UNITS = 1000;
const MOST_TYPES = 100;

const WorkflowRequestSchema = z.object({
  workflow: z.enum(UNIT_WORKFLOWS).meta({
    description:
      'start, stop; restart: stops all, then starts all; check_status: looks whether they work; heal: checks, and repairs what does not work; execute_operation: runs an operation that packages offer',
  }),
  service_id: IdSchema.optional().meta({ description: 'only the machines of this service' }),
  unit_ids: z.array(IdSchema).max(MOST_UNITS).optional().meta({ description: 'only these machines' }),
  types: z
    .array(z.string())
    .max(MOST_TYPES)
    .optional()
    .meta({ description: 'only machines of these service types, packages, or node types that those derive from' }),
  operation: z.string().max(200).optional().meta({
    description: 'of execute_operation: its name, as `customOperations` of the service type says',
  }),
  parameters: z.record(z.string(), JsonSchema).optional().meta({
    description: 'of execute_operation: what it asks for, by name; secrets are sealed, and never shown again',
  }),
  run_by_dependency_order: z.boolean().optional().meta({
    description: 'of execute_operation: first on what others need, then on those; else on all at once',
  }),
});

const UnitPlanSchema = z.object({
  serviceId: z.string(),
  unitId: z.string(),
  host: z.string(),
  does: z.enum(UNIT_PLAN_STEPS).meta({
    description:
      'repair: it is checked first; check of a repair: it is repaired when the check finds something; run: the operation',
  }),
  because: z.enum(SKIP_REASONS).nullable().meta({ description: 'why nothing is done' }),
  turn: z.int().meta({
    description:
      'machines of one turn go together, from 1; 0 where nothing is done. Of a restart: the turn of the start',
  }),
});

export const planExecutionEndpoint = endpoint({
  id: 'planExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions/plan',
  summary: 'What a workflow will do with which machine, and why it leaves others alone; nothing is begun',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  body: WorkflowRequestSchema,
  response: z.object({ units: z.array(UnitPlanSchema) }),
  errors: [400, 401, 403, 404],
  handle: (call) => planExecution({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const startExecutionEndpoint = endpoint({
  id: 'startExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions',
  summary:
    'Start a workflow on machines that are there: start, stop, restart, check or repair them, or run an operation on them',
  description:
    'A run like every other: it holds the environment, and is listed, watched and told of at `/runs`. A machine whose package declares no check is never set up again by a repair.',
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
  response: z.object({ run: RunViewSchema, reports: z.array(ReportViewSchema) }),
  errors: [401, 403, 404],
  handle: ({ params: { environmentId, executionId: runId }, ...call }) =>
    getRun({ ctx: contextOf(call), input: { environmentId, runId } }),
});

export const cancelExecutionEndpoint = endpoint({
  id: 'cancelExecution',
  method: 'POST',
  path: '/v1/environments/{environmentId}/executions/{executionId}/cancel',
  summary: 'Ask an execution to end; what was reached is kept',
  tag,
  role: 'member',
  params: ExecutionParams,
  response: null,
  errors: [401, 403, 404, 409],
  handle: ({ params: { environmentId, executionId: runId }, ...call }) =>
    cancelRun({ ctx: contextOf(call), input: { environmentId, runId } }),
});
