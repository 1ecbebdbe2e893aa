import { z } from 'zod';
import { findAlternatives } from '@/lib/environments/policies/alternatives';
import {
  grantRequest,
  listRequests,
  refuseRequest,
  requestException,
} from '@/lib/environments/policies/exception-requests';
import { IdSchema } from '@/lib/model/environment';
import { AlternativeSchema } from '@/lib/model/policies/alternatives';
import {
  ExceptionRequestInputSchema,
  ExceptionRequestPageSchema,
  ExceptionRequestViewSchema,
} from '@/lib/model/policies/exception-requests';
import { PolicyExceptionInputSchema } from '@/lib/model/policies/exceptions';
import { withoutUndefined } from '@/lib/model/without-undefined';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { pageParameters, SessionParams } from './parameters';

const tag = 'policies';
const PolicyParams = z.object({ policyId: IdSchema });
const RequestParams = PolicyParams.extend({ requestId: IdSchema });

export const findAlternativesEndpoint = endpoint({
  id: 'findPolicyAlternatives',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/policy-alternatives',
  summary: 'What policies would allow where they stop a draft of mine: other values of the fields that they name',
  description:
    'Each value was made in a copy of the draft and judged as deploying will be; nothing is stored. The edits of one, sent to the services of the draft in their order, make it so.',
  tag,
  role: 'member',
  expensive: true,
  params: SessionParams,
  response: z.object({ alternatives: z.array(AlternativeSchema) }),
  errors: [401, 403, 404, 429],
  handle: async (call) => ({
    alternatives: await findAlternatives({ ctx: contextOf(call), input: call.params }),
  }),
});

export const requestExceptionEndpoint = endpoint({
  id: 'requestPolicyException',
  method: 'POST',
  path: '/v1/policies/{policyId}/exception-requests',
  summary: 'Ask those who may change a policy for an exception, for an environment whose draft of mine it stops',
  tag,
  role: 'member',
  params: PolicyParams,
  body: ExceptionRequestInputSchema,
  response: ExceptionRequestViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => requestException({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const listExceptionRequestsEndpoint = endpoint({
  id: 'listPolicyExceptionRequests',
  method: 'GET',
  path: '/v1/exception-requests',
  summary: 'Requests for exceptions from policies, the newest first, a page at a time',
  tag,
  role: 'reader',
  query: z.object({
    ...pageParameters(50, 200),
    policy_id: IdSchema.optional(),
    environment_id: IdSchema.optional(),
    to_decide: z.enum(['true', 'false']).default('false').meta({ description: 'only those that wait for me' }),
  }),
  response: ExceptionRequestPageSchema,
  errors: [400, 401, 403],
  handle: (call) => {
    const { policy_id: policyId, environment_id: environmentId, to_decide: toDecide, ...page } = call.query;
    return listRequests({
      ctx: contextOf(call),
      input: withoutUndefined({ ...page, policyId, environmentId, toDecide: toDecide === 'true' }),
    });
  },
});

export const grantExceptionRequestEndpoint = endpoint({
  id: 'grantPolicyExceptionRequest',
  method: 'POST',
  path: '/v1/policies/{policyId}/exception-requests/{requestId}/grant',
  summary: 'Grant a request: make the exception that it asks for, until a day',
  tag,
  role: 'admin',
  params: RequestParams,
  body: PolicyExceptionInputSchema.pick({ until: true }),
  response: ExceptionRequestViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => grantRequest({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const refuseExceptionRequestEndpoint = endpoint({
  id: 'refusePolicyExceptionRequest',
  method: 'POST',
  path: '/v1/policies/{policyId}/exception-requests/{requestId}/refuse',
  summary: 'Refuse a request, with a sentence for whoever asked',
  tag,
  role: 'admin',
  params: RequestParams,
  body: z.object({ answer: z.string().trim().min(3).max(500) }),
  response: ExceptionRequestViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => refuseRequest({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});
