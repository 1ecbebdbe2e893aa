import { z } from 'zod';
import { checkSession, tryPolicy } from '@/lib/environments/policies/check';
import { getPolicy, listPolicies, listVersionsOfPolicy } from '@/lib/environments/policies/list';
import {
  changePolicy,
  changePolicySettings,
  checkPolicyText,
  createPolicy,
  deletePolicy,
  getPolicySettings,
} from '@/lib/environments/policies/write';
import { IdSchema } from '@/lib/model/environment';
import { PolicyParametersSchema } from '@/lib/model/policies/parameters';
import {
  LONGEST_POLICY,
  PolicyInputSchema,
  PolicyModeSchema,
  PolicyTextProblemSchema,
  PolicyTrialSchema,
  PolicyVersionViewSchema,
  PolicyViewSchema,
} from '@/lib/model/policies/policy-view';
import { PolicyCheckSchema } from '@/lib/model/policies/verdicts';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { SessionParams } from './parameters';

const tag = 'policies';
// who may change one is for the use case to say: of the installation it is not a matter of roles
const role = 'reader';
const PolicyParams = z.object({ policyId: IdSchema });
const text = z.string().max(LONGEST_POLICY);

export const listPoliciesEndpoint = endpoint({
  id: 'listPolicies',
  method: 'GET',
  path: '/v1/policies',
  summary: 'The policies that hold in my tenant, those of the installation first, with what they said last',
  tag,
  role,
  response: z.object({ policies: z.array(PolicyViewSchema) }),
  errors: [401, 403],
  handle: async (call) => ({ policies: await listPolicies({ ctx: contextOf(call), input: {} }) }),
});

export const createPolicyEndpoint = endpoint({
  id: 'createPolicy',
  method: 'POST',
  path: '/v1/policies',
  summary: 'Add a policy: for my tenant, which its admins may, or for the whole installation',
  description:
    'Rules that cannot be read or asked are refused (400, policy_invalid); the path of each field is text:<line>:<column>.',
  tag,
  role,
  body: PolicyInputSchema.extend({ scope: z.enum(['installation', 'tenant']).default('tenant') }),
  response: PolicyViewSchema,
  errors: [400, 401, 403, 409],
  handle: (call) => createPolicy({ ctx: contextOf(call), input: call.body }),
});

export const getPolicyEndpoint = endpoint({
  id: 'getPolicy',
  method: 'GET',
  path: '/v1/policies/{policyId}',
  summary: 'One policy, with what it said last in my tenant',
  tag,
  role,
  params: PolicyParams,
  response: PolicyViewSchema,
  errors: [401, 403, 404],
  handle: (call) => getPolicy({ ctx: contextOf(call), input: call.params }),
});

export const changePolicyEndpoint = endpoint({
  id: 'changePolicy',
  method: 'PATCH',
  path: '/v1/policies/{policyId}',
  summary: 'Change a policy, or switch it on or off; what is left out stays',
  description:
    'Another text or other parameters make a version of it. With the version that was read, a policy that was changed since is refused (409, policy_changed).',
  tag,
  role,
  params: PolicyParams,
  body: z.object({
    name: z.string().trim().min(1).max(100).optional(),
    summary: z.string().trim().max(500).optional(),
    text: text.optional(),
    parameters: PolicyParametersSchema.optional(),
    enabled: z.boolean().optional(),
    mode: PolicyModeSchema.optional(),
    version: z.int().optional().meta({ description: 'the one that was read' }),
  }),
  response: PolicyViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => {
    const { version, ...change } = call.body;
    return changePolicy({
      ctx: contextOf(call),
      input: { ...call.params, change, ...(version === undefined ? {} : { version }) },
    });
  },
});

export const deletePolicyEndpoint = endpoint({
  id: 'deletePolicy',
  method: 'DELETE',
  path: '/v1/policies/{policyId}',
  summary: 'Delete a policy with its versions; runs keep what it said of them',
  tag,
  role,
  params: PolicyParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => deletePolicy({ ctx: contextOf(call), input: call.params }),
});

export const listPolicyVersionsEndpoint = endpoint({
  id: 'listPolicyVersions',
  method: 'GET',
  path: '/v1/policies/{policyId}/versions',
  summary: 'The texts that a policy had, the newest first',
  tag,
  role,
  params: PolicyParams,
  response: z.object({ versions: z.array(PolicyVersionViewSchema) }),
  errors: [401, 403, 404],
  handle: async (call) => ({
    versions: await listVersionsOfPolicy({ ctx: contextOf(call), input: call.params }),
  }),
});

export const checkPolicyTextEndpoint = endpoint({
  id: 'checkPolicyText',
  method: 'POST',
  path: '/v1/policies/check',
  summary: 'Everything that is wrong with a text of rules, with line and column',
  tag,
  role,
  body: z.object({ text }),
  response: z.object({ problems: z.array(PolicyTextProblemSchema) }),
  errors: [400, 401, 403],
  handle: async (call) => ({ problems: await checkPolicyText({ ctx: contextOf(call), input: call.body }) }),
});

export const tryPolicyEndpoint = endpoint({
  id: 'tryPolicy',
  method: 'POST',
  path: '/v1/policies/try',
  summary: 'What rules would say about deploying one environment of my tenant again, or each of them',
  tag,
  role,
  body: z.object({
    text,
    parameters: PolicyParametersSchema.default({}),
    mode: PolicyModeSchema.default('stop'),
    environment_id: IdSchema.optional().meta({ description: 'left out: every environment that is deployed' }),
  }),
  response: PolicyTrialSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const { environment_id: environmentId, ...rest } = call.body;
    return tryPolicy({
      ctx: contextOf(call),
      input: { ...rest, ...(environmentId === undefined ? {} : { environmentId }) },
    });
  },
});

export const checkSessionEndpoint = endpoint({
  id: 'checkSessionPolicies',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/policy-check',
  summary: 'What policies say about deploying a draft of mine, as deploying it will ask them',
  tag,
  role,
  params: SessionParams,
  response: PolicyCheckSchema,
  errors: [401, 403, 404],
  handle: (call) => checkSession({ ctx: contextOf(call), input: call.params }),
});

const PolicySettingsSchema = z.object({
  on_failure: PolicyModeSchema.meta({ description: 'what becomes of a run when rules cannot be asked' }),
});

export const getPolicySettingsEndpoint = endpoint({
  id: 'getPolicySettings',
  method: 'GET',
  path: '/v1/policy-settings',
  summary: 'What becomes of a run when rules cannot be asked',
  tag,
  role,
  response: PolicySettingsSchema,
  errors: [401, 403],
  handle: (call) => getPolicySettings({ ctx: contextOf(call), input: {} }),
});

export const changePolicySettingsEndpoint = endpoint({
  id: 'changePolicySettings',
  method: 'PUT',
  path: '/v1/policy-settings',
  summary: 'Say what becomes of a run when rules cannot be asked: stop, or warn',
  tag,
  role: 'system',
  body: PolicySettingsSchema,
  response: PolicySettingsSchema,
  errors: [400, 401, 403],
  handle: (call) => changePolicySettings({ ctx: contextOf(call), input: call.body }),
});
