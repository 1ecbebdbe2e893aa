import { answerWhatIf } from '@/lib/environments/what-if/answer';
import { WhatIfRequestSchema, WhatIfSchema } from '@/lib/model/what-if';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams } from './parameters';

export const whatIfEndpoint = endpoint({
  id: 'whatIf',
  method: 'POST',
  path: '/v1/environments/{environmentId}/what-if',
  summary: 'What becomes of a deployed environment when machines fail: who falls, what goes on, what would help',
  description:
    'A dry run of the packages on simulated machines as they are now, of which nothing remains. Where machines are real it is refused.',
  tag: 'environments',
  role: 'reader',
  params: EnvironmentParams,
  body: WhatIfRequestSchema,
  response: WhatIfSchema,
  errors: [400, 401, 403, 404, 409, 503],
  handle: (call) => answerWhatIf({ ctx: contextOf(call), input: { ...call.body, ...call.params } }),
});
