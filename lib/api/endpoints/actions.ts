import { z } from 'zod';
import { listActions } from '@/lib/environments/actions/list';
import { actionResult } from '@/lib/environments/actions/result';
import { startAction } from '@/lib/environments/actions/start';
import { ActionArgumentSchema } from '@/lib/model/action-arguments';
import { IdSchema } from '@/lib/model/environment';
import { JsonSchema } from '@/lib/model/json-schema';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams } from './parameters';

const tag = 'actions';
const ActionParams = z.object({ environmentId: IdSchema, actionId: z.string().max(300) });

const ActionSchema = z
  .object({
    id: z.string().meta({ description: '`<object id>_<method>`' }),
    serviceId: z.string(),
    objectId: z.string(),
    object: z.string().meta({ description: 'the name of the object' }),
    method: z.string(),
    title: z.string(),
    description: z.string(),
    arguments: z.array(ActionArgumentSchema),
  })
  .meta({ id: 'Action' });

export const listActionsEndpoint = endpoint({
  id: 'listActions',
  method: 'GET',
  path: '/v1/environments/{environmentId}/actions',
  summary: 'What may be called on the objects that are deployed in an environment, with the arguments it takes',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  response: z.object({ actions: z.array(ActionSchema) }),
  errors: [401, 403, 404],
  handle: (call) => listActions({ ctx: contextOf(call), input: call.params }),
});

export const startActionEndpoint = endpoint({
  id: 'startAction',
  method: 'POST',
  path: '/v1/environments/{environmentId}/actions/{actionId}',
  summary: 'Start an action of an object, as Murano does: the body holds its arguments by their names',
  description: 'The answer names the run: its result is read at this address with the id of the run, or at `/runs`.',
  tag,
  role: 'member',
  params: ActionParams,
  body: z.record(z.string(), JsonSchema),
  response: z.object({ task_id: z.string().meta({ description: 'the id of the run' }) }),
  errors: [400, 401, 403, 404, 409, 422],
  handle: (call) => startAction({ ctx: contextOf(call), input: { ...call.params, arguments: call.body } }),
});

export const actionResultEndpoint = endpoint({
  id: 'actionResult',
  method: 'GET',
  path: '/v1/environments/{environmentId}/actions/{actionId}',
  summary: 'The result of an action, by the id of its run; an empty object until there is one, as Murano answers',
  tag,
  role: 'reader',
  params: ActionParams,
  response: z.object({
    isException: z.boolean().optional(),
    result: JsonSchema.optional().meta({ description: 'what it returned; of an exception `{message, details}`' }),
  }),
  errors: [401, 403, 404],
  handle: (call) => actionResult({ ctx: contextOf(call), input: call.params }),
});
