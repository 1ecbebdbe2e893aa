import { z } from 'zod';
import { endOwnRehearsal } from '@/lib/environments/rehearsals/end';
import { rehearseSession } from '@/lib/environments/rehearsals/rehearse';
import { IdSchema } from '@/lib/model/environment';
import { RehearsedFaultSchema } from '@/lib/model/rehearsal';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, SessionParams } from './parameters';

const tag = 'sessions';

export const rehearseSessionEndpoint = endpoint({
  id: 'rehearseSession',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/rehearsal',
  summary:
    'Play the run that deploying a draft of mine would be, on a copy of its environment, at twenty times the speed',
  description: [
    'Nothing of the environment is touched. The rehearsal is an environment of its own, which only its user sees: in no',
    'list, no quota and no statistic. It is removed when it is ended, when another one begins, or after an hour. Machines',
    'have to be simulated.',
  ].join(' '),
  tag,
  role: 'member',
  expensive: true,
  params: SessionParams,
  body: z.strictObject({
    fault: RehearsedFaultSchema.nullable().default(null).meta({ description: 'what goes wrong on purpose' }),
    revision: z.int().min(0).optional().meta({ description: 'that of the diff or the preview that was looked at' }),
  }),
  response: z.object({
    environment_id: IdSchema.meta({ description: 'the environment that is the rehearsal' }),
    deployment_id: IdSchema.meta({ description: 'the run that plays' }),
  }),
  errors: [400, 401, 403, 404, 409, 422],
  handle: (call) => rehearseSession({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const endRehearsalEndpoint = endpoint({
  id: 'endRehearsal',
  method: 'DELETE',
  path: '/v1/environments/{environmentId}/rehearsal',
  summary: 'End my rehearsal: the environment that it is goes, with all that came to pass in it',
  tag,
  role: 'member',
  rehearsed: true,
  params: EnvironmentParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => endOwnRehearsal({ ctx: contextOf(call), input: call.params }),
});
