import { z } from 'zod';
import { listMoments } from '@/lib/environments/moments/list';
import { stateAt } from '@/lib/environments/moments/state-at';
import { MomentListSchema, StateAtSchema } from '@/lib/model/moments/moment-view';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, pageParameters } from './parameters';

const tag = 'history';

export const listMomentsEndpoint = endpoint({
  id: 'listMoments',
  method: 'GET',
  path: '/v1/environments/{environmentId}/moments',
  summary: 'The life of an environment, newest first: versions and other runs, outages, and what people did',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object(pageParameters(100, 500)),
  response: MomentListSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const { marker, limit } = call.query;
    return listMoments({ ctx: contextOf(call), input: { ...call.params, limit, ...(marker ? { marker } : {}) } });
  },
});

export const stateAtEndpoint = endpoint({
  id: 'stateAt',
  method: 'GET',
  path: '/v1/environments/{environmentId}/state',
  summary: 'An environment as it was at an instant: version in force, services, machines, and the run under way',
  description: 'Put together from what is kept of that time. Secrets are masked.',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({ at: z.iso.datetime({ offset: true }).meta({ description: 'the instant' }) }),
  response: StateAtSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => stateAt({ ctx: contextOf(call), input: { ...call.params, at: new Date(call.query.at) } }),
});
