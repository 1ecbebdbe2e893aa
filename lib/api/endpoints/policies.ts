import { z } from 'zod';
import { checkSession } from '@/lib/environments/policies/check';
import { createException, endException, listExceptions } from '@/lib/environments/policies/exceptions';
import { explainPolicy } from '@/lib/environments/policies/explain';
import { exportPolicy, importPolicy } from '@/lib/environments/policies/files';
import { getPolicy, listPolicies, listVersionsOfPolicy } from '@/lib/environments/policies/list';
import { listPolicyTemplates } from '@/lib/environments/policies/templates';
import { MAX_DOCUMENTS, tryPolicy, USUALLY_TRIED } from '@/lib/environments/policies/try';
import {
  changePolicy,
  changePolicySettings,
  checkPolicyText,
  createFromTemplate,
  createPolicy,
  deletePolicy,
  getPolicySettings,
} from '@/lib/environments/policies/write';
import { IdSchema } from '@/lib/model/environment';
import {
  PolicyExceptionInputSchema,
  PolicyExceptionPageSchema,
  PolicyExceptionViewSchema,
} from '@/lib/model/policies/exceptions';
import { PolicyExplanationSchema } from '@/lib/model/policies/explanation';
import { PolicyParametersSchema } from '@/lib/model/policies/parameters';
import { PolicyLanguageSchema, PolicyTemplateViewSchema } from '@/lib/model/policies/policy-template';
import {
  LONGEST_POLICY,
  PolicyInputSchema,
  PolicyModeSchema,
  PolicyTextProblemSchema,
  PolicyTrialSchema,
  PolicyVersionPageSchema,
  PolicyViewSchema,
} from '@/lib/model/policies/policy-view';
import { PolicyCheckSchema } from '@/lib/model/policies/verdicts';
import { nameSchema } from '@/lib/model/visible-line';
import { withoutUndefined } from '@/lib/model/without-undefined';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EntryMarker, pageParameters, SessionParams } from './parameters';

const tag = 'policies';
const role = 'reader';
// that one of the installation is for its administrators alone, the use case says once it knows which one is meant
const writes = 'admin';
const PolicyParams = z.object({ policyId: IdSchema });
const text = z.string().max(LONGEST_POLICY);
const scope = z.enum(['installation', 'tenant']).default('tenant');
const instant = z.iso.datetime({ offset: true });

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
  role: writes,
  expensive: true,
  body: PolicyInputSchema.extend({ scope }),
  response: PolicyViewSchema,
  errors: [400, 401, 403, 409, 429],
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
  role: writes,
  expensive: true,
  params: PolicyParams,
  body: z.object({
    name: nameSchema(100).optional(),
    summary: z.string().trim().max(500).optional(),
    text: text.optional(),
    parameters: PolicyParametersSchema.optional(),
    enabled: z.boolean().optional(),
    mode: PolicyModeSchema.optional(),
    version: z.int().optional().meta({ description: 'the one that was read' }),
  }),
  response: PolicyViewSchema,
  errors: [400, 401, 403, 404, 409, 429],
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
  role: writes,
  params: PolicyParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => deletePolicy({ ctx: contextOf(call), input: call.params }),
});

export const listPolicyVersionsEndpoint = endpoint({
  id: 'listPolicyVersions',
  method: 'GET',
  path: '/v1/policies/{policyId}/versions',
  summary: 'The texts that a policy had, the newest first, a page at a time',
  description: 'A page ends before its limit when the texts are large.',
  tag,
  role,
  params: PolicyParams,
  query: z.object({ ...pageParameters(50, 200), marker: EntryMarker }),
  response: PolicyVersionPageSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => listVersionsOfPolicy({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const checkPolicyTextEndpoint = endpoint({
  id: 'checkPolicyText',
  method: 'POST',
  path: '/v1/policies/check',
  summary: 'Everything that is wrong with a text of rules, or probably not meant, with line and column',
  tag,
  expensive: true,
  role,
  body: z.object({ text }),
  response: z.object({ problems: z.array(PolicyTextProblemSchema), warnings: z.array(PolicyTextProblemSchema) }),
  errors: [400, 401, 403, 429],
  handle: (call) => checkPolicyText({ ctx: contextOf(call), input: call.body }),
});

export const tryPolicyEndpoint = endpoint({
  id: 'tryPolicy',
  method: 'POST',
  path: '/v1/policies/try',
  summary: 'What rules would say about one environment or draft, about all of them, or about the runs of a period',
  description:
    'Of many, a page is answered; it holds fewer entries than asked for when it took long. `next` of one page is `after` of the next, until it is null. Runs are asked about with the document, the time and the user of then, and with what the cloud offers now; runs that asked for no document of their own are not among them.',
  tag,
  role: writes,
  expensive: true,
  body: z.object({
    text,
    parameters: PolicyParametersSchema.default({}),
    mode: PolicyModeSchema.default('stop'),
    environment_id: IdSchema.optional().meta({ description: 'left out: every environment that is deployed' }),
    session_id: IdSchema.optional().meta({ description: 'a draft of this environment, instead of what is deployed' }),
    explain: z.boolean().default(false).meta({ description: 'of one environment: each verdict says why' }),
    scope: z.enum(['tenant', 'installation']).default('tenant').meta({ description: 'of many: mine, or every tenant' }),
    from: instant.optional().meta({ description: 'of many: runs that began since then, instead of environments' }),
    to: instant.optional().meta({ description: 'until then; now, when left out' }),
    limit: z.int().min(1).max(MAX_DOCUMENTS).default(USUALLY_TRIED),
    after: IdSchema.optional().meta({ description: '`next` of the page before' }),
  }),
  response: PolicyTrialSchema,
  errors: [400, 401, 403, 404, 429],
  handle: (call) => {
    const { environment_id: environmentId, session_id: sessionId, explain: explains, ...rest } = call.body;
    return tryPolicy({
      ctx: contextOf(call),
      input: withoutUndefined({ ...rest, environmentId, sessionId, explains }),
    });
  },
});

export const explainPolicyEndpoint = endpoint({
  id: 'explainPolicy',
  method: 'POST',
  path: '/v1/policies/explain',
  summary: 'Why rules answer as they do about an environment or a draft, or why they do not',
  description:
    'Each answer comes with the rules and facts behind it. Where there is none, every rule that could give one is told with the part that fails for the values that get furthest. A text that is not stored is for who writes policies; one that holds may be asked by everybody.',
  tag,
  expensive: true,
  role,
  body: z.object({
    policy_id: IdSchema.optional().meta({ description: 'a stored policy; or `text`' }),
    text: text.optional(),
    parameters: PolicyParametersSchema.optional(),
    environment_id: IdSchema,
    session_id: IdSchema.optional().meta({ description: 'a draft of this environment, instead of what is deployed' }),
    atom: z
      .string()
      .min(1)
      .max(2000)
      .default('predeploy_errors(environment, object, message)')
      .meta({ description: 'with values, or variables for anything' }),
  }),
  response: PolicyExplanationSchema,
  errors: [400, 401, 403, 404, 429],
  handle: (call) => {
    const { policy_id: policyId, environment_id: environmentId, session_id: sessionId, ...rest } = call.body;
    return explainPolicy({
      ctx: contextOf(call),
      input: withoutUndefined({ ...rest, policyId, environmentId, sessionId }),
    });
  },
});

export const listPolicyTemplatesEndpoint = endpoint({
  id: 'listPolicyTemplates',
  method: 'GET',
  path: '/v1/policy-templates',
  summary: 'Ready policies, which are switched on with values',
  tag,
  role,
  response: z.object({ templates: z.array(PolicyTemplateViewSchema) }),
  errors: [401, 403],
  handle: async (call) => ({ templates: await listPolicyTemplates({ ctx: contextOf(call), input: {} }) }),
});

export const createFromTemplateEndpoint = endpoint({
  id: 'createPolicyFromTemplate',
  method: 'POST',
  path: '/v1/policy-templates/{template}/policies',
  summary: 'Switch a ready policy on, with values for it',
  description: 'Its sentences are in the language that is asked for. The path of each bad value is parameters.<name>.',
  tag,
  role: writes,
  expensive: true,
  params: z.object({ template: z.string().max(64) }),
  body: z.object({
    scope,
    language: PolicyLanguageSchema.default('en'),
    name: PolicyInputSchema.shape.name.optional().meta({ description: 'left out: the title of the ready policy' }),
    summary: z.string().trim().max(500).optional(),
    parameters: PolicyParametersSchema.default({}),
    enabled: z.boolean().default(true),
    mode: PolicyModeSchema.default('stop'),
  }),
  response: PolicyViewSchema,
  errors: [400, 401, 403, 404, 409, 429],
  handle: (call) =>
    createFromTemplate({ ctx: contextOf(call), input: withoutUndefined({ ...call.body, ...call.params }) }),
});

export const listPolicyExceptionsEndpoint = endpoint({
  id: 'listPolicyExceptions',
  method: 'GET',
  path: '/v1/policies/{policyId}/exceptions',
  summary: 'The exceptions that there were from a policy, those that last longest first, a page at a time',
  tag,
  role,
  params: PolicyParams,
  query: z.object(pageParameters(50, 200)),
  response: PolicyExceptionPageSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => listExceptions({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const createPolicyExceptionEndpoint = endpoint({
  id: 'createPolicyException',
  method: 'POST',
  path: '/v1/policies/{policyId}/exceptions',
  summary: 'Make an exception from a policy, for an environment or a tenant, until a day',
  description: 'Until then what the policy forbids there is told, and stops and changes nothing. It ends by itself.',
  tag,
  role: writes,
  params: PolicyParams,
  body: PolicyExceptionInputSchema,
  response: PolicyExceptionViewSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => createException({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const endPolicyExceptionEndpoint = endpoint({
  id: 'endPolicyException',
  method: 'DELETE',
  path: '/v1/policies/{policyId}/exceptions/{exceptionId}',
  summary: 'End an exception before its day; it stays in the list',
  tag,
  role: writes,
  params: PolicyParams.extend({ exceptionId: IdSchema }),
  response: PolicyExceptionViewSchema,
  errors: [401, 403, 404, 409],
  handle: (call) => endException({ ctx: contextOf(call), input: call.params }),
});

export const exportPolicyEndpoint = endpoint({
  id: 'exportPolicy',
  method: 'GET',
  path: '/v1/policies/{policyId}/file',
  summary: 'A policy as a file',
  tag,
  role,
  params: PolicyParams,
  response: z.object({ file_name: z.string(), file: z.string().meta({ description: 'YAML, see docs/policy.md' }) }),
  errors: [401, 403, 404],
  handle: async (call) => {
    const { fileName, file } = await exportPolicy({ ctx: contextOf(call), input: call.params });
    return { file_name: fileName, file };
  },
});

export const importPolicyEndpoint = endpoint({
  id: 'importPolicy',
  method: 'POST',
  path: '/v1/policies/import',
  summary: 'Add the policy of a file',
  tag,
  role: writes,
  expensive: true,
  body: z.object({
    file: z.string().max(2 * LONGEST_POLICY),
    scope,
    language: PolicyLanguageSchema.default('en'),
  }),
  response: PolicyViewSchema,
  errors: [400, 401, 403, 409, 429],
  handle: (call) => importPolicy({ ctx: contextOf(call), input: call.body }),
});

export const checkSessionEndpoint = endpoint({
  id: 'checkSessionPolicies',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/policy-check',
  summary: 'What policies say about deploying a draft of mine, as deploying it will ask them',
  tag,
  expensive: true,
  role,
  params: SessionParams,
  query: z.object({
    explain: z.enum(['true', 'false']).optional().meta({ description: 'each verdict says why' }),
  }),
  response: PolicyCheckSchema,
  errors: [400, 401, 403, 404],
  handle: (call) =>
    checkSession({ ctx: contextOf(call), input: { ...call.params, explains: call.query.explain === 'true' } }),
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
