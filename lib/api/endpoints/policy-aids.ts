import { z } from 'zod';
import { checkAddition } from '@/lib/environments/policies/check-addition';
import { policyVocabulary } from '@/lib/environments/policies/vocabulary';
import { JsonSchema } from '@/lib/model/json-schema';
import { PolicyCheckSchema } from '@/lib/model/policies/verdicts';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, PackageDigest, SessionHeader } from './parameters';

const tag = 'policies';

export const checkAdditionEndpoint = endpoint({
  id: 'checkAdditionPolicies',
  method: 'POST',
  path: '/v1/environments/{environmentId}/policy-check',
  summary: 'What policies would say about deploying a draft of mine, or what is deployed, with one more service',
  description: 'Nothing is stored. `service_id` is what verdicts name the new service by.',
  tag,
  role: 'member',
  expensive: true,
  params: EnvironmentParams,
  headers: SessionHeader,
  query: z.object({ package: PackageDigest }),
  body: z.record(z.string(), JsonSchema),
  response: PolicyCheckSchema.extend({
    service_id: z.string(),
    machines: z.array(z.string()).nullable().meta({
      description: 'names of the machines that it will have, where its package decides that by the answers to its form',
    }),
  }),
  errors: [400, 401, 403, 404],
  handle: (call) =>
    checkAddition({
      ctx: contextOf(call),
      input: {
        ...call.params,
        sessionId: call.headers['x-configuration-session'],
        service: call.body,
        packageDigest: call.query.package,
      },
    }),
});

const ColumnsSchema = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));

export const getPolicyVocabularyEndpoint = endpoint({
  id: 'getPolicyVocabulary',
  method: 'GET',
  path: '/v1/policy-vocabulary',
  summary: 'The tables that rules may ask for, what is computed, and what they are asked for: for editors',
  tag,
  role: 'reader',
  response: z.object({
    tables: ColumnsSchema,
    computed: z.array(z.string()).meta({ description: '`plus(x, y, result)`' }),
    asked: ColumnsSchema,
  }),
  errors: [401, 403],
  handle: (call) => policyVocabulary({ ctx: contextOf(call), input: {} }),
});
