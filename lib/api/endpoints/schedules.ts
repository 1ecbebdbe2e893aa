import { z } from 'zod';
import { getSchedule, listSchedules, previewTimes } from '@/lib/environments/schedules/list';
import { changeSchedule, createSchedule, deleteSchedule } from '@/lib/environments/schedules/write';
import { IdSchema } from '@/lib/model/environment';
import { ScheduleInputSchema, ScheduleViewSchema } from '@/lib/model/schedules/schedule-view';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams } from './parameters';

const tag = 'schedules';
const ScheduleParams = z.object({ environmentId: IdSchema, scheduleId: IdSchema });
const { shape } = ScheduleInputSchema;

export const listSchedulesEndpoint = endpoint({
  id: 'listSchedules',
  method: 'GET',
  path: '/v1/environments/{environmentId}/schedules',
  summary: 'The schedules of an environment: what begins by itself, when next, and what came of it last',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  response: z.object({ schedules: z.array(ScheduleViewSchema) }),
  errors: [401, 403, 404],
  handle: async (call) => ({ schedules: await listSchedules({ ctx: contextOf(call), input: call.params }) }),
});

export const createScheduleEndpoint = endpoint({
  id: 'createSchedule',
  method: 'POST',
  path: '/v1/environments/{environmentId}/schedules',
  summary: 'Let a workflow, or an operation of a package, begin by itself, at times, in my name',
  description:
    'While another run holds the environment, a moment is tried again every minute, ten times. When whoever wrote the schedule may start no runs any more, it is switched off and says so.',
  tag,
  role: 'member',
  params: EnvironmentParams,
  body: ScheduleInputSchema,
  response: ScheduleViewSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => createSchedule({ ctx: contextOf(call), input: { ...call.body, ...call.params } }),
});

export const previewScheduleEndpoint = endpoint({
  id: 'previewSchedule',
  method: 'POST',
  path: '/v1/environments/{environmentId}/schedules/preview',
  summary: 'The next five moments of a cron expression; nothing is stored',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  body: z.object({ cron: shape.cron, time_zone: shape.time_zone }),
  response: z.object({ times: z.array(z.string()) }),
  errors: [400, 401, 403, 404],
  handle: (call) => previewTimes({ ctx: contextOf(call), input: { ...call.body, ...call.params } }),
});

export const getScheduleEndpoint = endpoint({
  id: 'getSchedule',
  method: 'GET',
  path: '/v1/environments/{environmentId}/schedules/{scheduleId}',
  summary: 'One schedule',
  tag,
  role: 'reader',
  params: ScheduleParams,
  response: ScheduleViewSchema,
  errors: [401, 403, 404],
  handle: (call) => getSchedule({ ctx: contextOf(call), input: call.params }),
});

export const changeScheduleEndpoint = endpoint({
  id: 'changeSchedule',
  method: 'PATCH',
  path: '/v1/environments/{environmentId}/schedules/{scheduleId}',
  summary: 'Change a schedule, or switch it on or off; what is left out stays',
  description: 'From then on it runs in my name, unless I only switch it off.',
  tag,
  role: 'member',
  params: ScheduleParams,
  body: z.object({
    name: shape.name.optional(),
    workflow: shape.workflow.optional(),
    operation: shape.operation.unwrap().optional(),
    parameters: shape.parameters.unwrap().optional(),
    service_id: IdSchema.nullable().optional(),
    unit_ids: shape.unit_ids.unwrap().optional(),
    cron: shape.cron.optional(),
    time_zone: shape.time_zone.optional(),
    enabled: z.boolean().optional(),
    when_missed: shape.when_missed.unwrap().optional(),
  }),
  response: ScheduleViewSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => changeSchedule({ ctx: contextOf(call), input: { ...call.params, change: call.body } }),
});

export const deleteScheduleEndpoint = endpoint({
  id: 'deleteSchedule',
  method: 'DELETE',
  path: '/v1/environments/{environmentId}/schedules/{scheduleId}',
  summary: 'Delete a schedule; the runs that it began stay',
  tag,
  role: 'member',
  params: ScheduleParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => deleteSchedule({ ctx: contextOf(call), input: call.params }),
});
