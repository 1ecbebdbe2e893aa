import { z } from 'zod';
import { patchModel } from '@/lib/environments/model/patch';
import { readModel } from '@/lib/environments/model/read';
import { JsonSchema } from '@/lib/model/json-schema';
import { jsonBody } from '../../bodies/json-body';
import { endpoint } from '../../endpoint';
import { serviceAddress } from '../../service-address';
import { contextOf } from '../../use-case-context';
import { DraftHeader, EnvironmentParams, SessionHeader } from '../parameters';

const tag = 'services';
const MODEL = '/v1/environments/{environmentId}/model';

export const readModelEndpoint = endpoint({
  id: 'readModel',
  method: 'GET',
  path: MODEL,
  summary: 'The object model of an environment as Murano shows it: as deployed or, with a session, as drafted',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  headers: SessionHeader,
  response: JsonSchema,
  errors: [401, 403, 404],
  handle: (call) => readModel({ ctx: contextOf(call), input: serviceAddress(call) }),
});

export const readModelPartEndpoint = endpoint({
  id: 'readModelPart',
  method: 'GET',
  path: `${MODEL}/{path*}`,
  summary: 'A value of the object model, by keys, ids and indexes',
  tag,
  role: 'reader',
  params: EnvironmentParams.extend({ path: z.array(z.string()) }),
  headers: SessionHeader,
  response: JsonSchema,
  errors: [401, 403, 404],
  handle: (call) => readModel({ ctx: contextOf(call), input: serviceAddress(call) }),
});

export const patchModelEndpoint = endpoint({
  id: 'patchModel',
  method: 'PATCH',
  path: MODEL,
  summary: 'Change the object model of a draft by a JSON Patch: all of its changes, or none',
  description:
    'Needs the header X-Configuration-Session with an open session of yours. `/services` and what is below may be changed, and `/name`, which counts at once; `/region` and `/defaultNetworks` are taken where they name what the environment has: it stays there.',
  tag,
  role: 'member',
  expensive: true,
  params: EnvironmentParams,
  headers: DraftHeader,
  body: jsonBody(
    z
      .array(
        z.object({
          op: z.enum(['add', 'replace', 'remove']),
          path: z.string().max(1000),
          value: JsonSchema.optional(),
        }),
      )
      .min(1)
      .max(1000),
    ['application/env-model-json-patch'],
  ),
  response: JsonSchema,
  errors: [400, 401, 403, 404, 409, 415],
  handle: (call) => patchModel({ ctx: contextOf(call), input: { ...serviceAddress(call), changes: call.body } }),
});
