import { changeHealth, getHealth } from '@/lib/environments/health/settings';
import { HealthSettingsSchema, HealthViewSchema } from '@/lib/model/health/health-view';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams } from './parameters';

const tag = 'health';

export const getHealthEndpoint = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/v1/environments/{environmentId}/health',
  summary: 'How the machines of an environment are looked after, and which repairs began by themselves',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  response: HealthViewSchema,
  errors: [401, 403, 404],
  handle: (call) => getHealth({ ctx: contextOf(call), input: call.params }),
});

export const changeHealthEndpoint = endpoint({
  id: 'changeHealth',
  method: 'PUT',
  path: '/v1/environments/{environmentId}/health',
  summary: 'Choose whether packages check their machines by themselves, and whether what does not work is repaired',
  description:
    'Machines are probed from outside in any case. What begins by itself runs in my name from then on, and is asked of policies like every run.',
  tag,
  role: 'member',
  params: EnvironmentParams,
  body: HealthSettingsSchema,
  response: HealthViewSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => changeHealth({ ctx: contextOf(call), input: { ...call.body, ...call.params } }),
});
