import { answerWhatIf } from '@/lib/environments/what-if/answer';
import { answerSurvival } from '@/lib/environments/what-if/survival';
import { SurvivalSchema, WhatIfRequestSchema, WhatIfSchema } from '@/lib/model/what-if';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, SessionHeader } from './parameters';

export const whatIfEndpoint = endpoint({
  id: 'whatIf',
  method: 'POST',
  path: '/v1/environments/{environmentId}/what-if',
  summary: 'What becomes of a deployed environment when machines fail: who falls, what goes on, what would help',
  description:
    'A dry run of the packages on simulated machines as they are now, of which nothing remains. Where machines are real it is refused. What a draft makes is asked about in its rehearsal, where machines have the same ids.',
  tag: 'environments',
  role: 'reader',
  expensive: true,
  rehearsed: true,
  params: EnvironmentParams,
  body: WhatIfRequestSchema,
  response: WhatIfSchema,
  errors: [400, 401, 403, 404, 409, 503],
  handle: (call) => answerWhatIf({ ctx: contextOf(call), input: { ...call.body, ...call.params } }),
});

export const survivalEndpoint = endpoint({
  id: 'readSurvival',
  method: 'GET',
  path: '/v1/environments/{environmentId}/survival',
  summary: 'Whether a deployed environment survives the loss of any one of its machines, and what ends otherwise',
  description:
    'A dry run for each machine, 24 at most, on simulated machines as they are now; with a draft, those that it adds to deployed services are there, too, and those that it takes out, alone or with their services, are not.',
  tag: 'environments',
  role: 'reader',
  expensive: true,
  params: EnvironmentParams,
  headers: SessionHeader,
  response: SurvivalSchema,
  errors: [401, 403, 404, 409, 503],
  handle: (call) =>
    answerSurvival({
      ctx: contextOf(call),
      input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
    }),
});
