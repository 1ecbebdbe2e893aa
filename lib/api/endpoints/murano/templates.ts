import { z } from 'zod';
import {
  addToTemplate,
  readTemplateServices,
  removeFromTemplate,
  renameTemplate,
  setInTemplate,
} from '@/lib/environments/templates/change';
import { cloneTemplate } from '@/lib/environments/templates/create';
import { deployTemplate } from '@/lib/environments/templates/deploy';
import type { Json } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';
import {
  CredentialSchema,
  TemplateDetailViewSchema,
  TemplateServiceSchema,
  TemplateViewSchema,
} from '@/lib/model/templates/views';
import { endpoint } from '../../endpoint';
import { RegionField } from '../../murano-dialect';
import { contextOf } from '../../use-case-context';
import { TemplateParams } from '../parameters';

const tag = 'templates';
const name = z.string().max(1000);
const SERVICES = '/v1/templates/{templateId}/services';
const BELOW = `${SERVICES}/{path*}` as const;
const BelowParams = TemplateParams.extend({
  path: z.array(z.string()).meta({ description: 'a service by id or index, then keys, ids and indexes' }),
});
const noSecrets = 'A template holds no secrets: where one is sent, each environment gets one of its own';
const AllServices = z.array(TemplateServiceSchema) as unknown as z.ZodType<Json>;

export const renameTemplateEndpoint = endpoint({
  id: 'renameTemplate',
  method: 'PUT',
  path: '/v1/templates/{templateId}',
  summary: 'Give a template another name',
  tag,
  role: 'member',
  params: TemplateParams,
  body: z.object({ name }),
  response: TemplateDetailViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => renameTemplate({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const cloneTemplateEndpoint = endpoint({
  id: 'cloneTemplate',
  method: 'POST',
  path: '/v1/templates/{templateId}/clone',
  summary: "Make a template of my tenant with what another one holds: my tenant's, everybody's, or one that ships",
  tag,
  role: 'member',
  params: TemplateParams,
  body: z.object({ name }),
  response: TemplateViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => cloneTemplate({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const createEnvironmentOfTemplateEndpoint = endpoint({
  id: 'createEnvironmentOfTemplate',
  method: 'POST',
  path: '/v1/templates/{templateId}/create-environment',
  summary: 'Make an environment from a template, with a draft that holds its services',
  description: 'As Murano does: nothing is deployed. Passwords made for it are in the response, this once.',
  tag,
  role: 'member',
  expensive: true,
  params: TemplateParams,
  body: z.object({
    name,
    region: RegionField,
  }),
  response: z.object({
    environment_id: z.string(),
    session_id: z.string(),
    credentials: z.array(CredentialSchema).optional(),
  }),
  errors: [400, 401, 403, 404, 409],
  handle: async (call) => {
    const { environment, session_id, credentials } = await deployTemplate({
      ctx: contextOf(call),
      input: { ...call.params, ...call.body, parameters: {}, secrets: {}, deploy: false },
    });
    return { environment_id: environment.id, session_id, ...(credentials.length > 0 ? { credentials } : {}) };
  },
});

export const listTemplateServicesEndpoint = endpoint({
  id: 'listTemplateServices',
  method: 'GET',
  path: SERVICES,
  summary: 'The services of a template',
  tag,
  role: 'reader',
  params: TemplateParams,
  response: AllServices,
  errors: [401, 404],
  handle: (call) => readTemplateServices({ ctx: contextOf(call), input: { ...call.params, path: [] } }),
});

export const addTemplateServiceEndpoint = endpoint({
  id: 'addTemplateService',
  method: 'POST',
  path: SERVICES,
  summary: 'Add a service, or a list of services, to a template',
  description: noSecrets,
  tag,
  role: 'member',
  expensive: true,
  params: TemplateParams,
  body: JsonSchema,
  response: JsonSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => addToTemplate({ ctx: contextOf(call), input: { ...call.params, path: [], body: call.body } }),
});

export const replaceTemplateServicesEndpoint = endpoint({
  id: 'replaceTemplateServices',
  method: 'PUT',
  path: SERVICES,
  summary: 'Put a list of services in the place of those that a template has',
  description: noSecrets,
  tag,
  role: 'member',
  expensive: true,
  params: TemplateParams,
  body: JsonSchema,
  response: JsonSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => setInTemplate({ ctx: contextOf(call), input: { ...call.params, path: [], body: call.body } }),
});

export const removeTemplateServicesEndpoint = endpoint({
  id: 'removeTemplateServices',
  method: 'DELETE',
  path: SERVICES,
  summary: 'Remove all services of a template',
  tag,
  role: 'member',
  params: TemplateParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => removeFromTemplate({ ctx: contextOf(call), input: { ...call.params, path: [] } }),
});

export const readTemplateServiceEndpoint = endpoint({
  id: 'readTemplateService',
  method: 'GET',
  path: BELOW,
  summary: 'A service of a template, or any value below it',
  tag,
  role: 'reader',
  params: BelowParams,
  response: JsonSchema,
  errors: [401, 404],
  handle: (call) => readTemplateServices({ ctx: contextOf(call), input: call.params }),
});

export const addBelowTemplateServiceEndpoint = endpoint({
  id: 'addBelowTemplateService',
  method: 'POST',
  path: BELOW,
  summary: 'Add to a list below a service of a template',
  description: noSecrets,
  tag,
  role: 'member',
  expensive: true,
  params: BelowParams,
  body: JsonSchema,
  response: JsonSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => addToTemplate({ ctx: contextOf(call), input: { ...call.params, body: call.body } }),
});

export const changeTemplateServiceEndpoint = endpoint({
  id: 'changeTemplateService',
  method: 'PUT',
  path: BELOW,
  summary: 'Put a value in the place of a service of a template, or of anything below one',
  description: noSecrets,
  tag,
  role: 'member',
  expensive: true,
  params: BelowParams,
  body: JsonSchema,
  response: JsonSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => setInTemplate({ ctx: contextOf(call), input: { ...call.params, body: call.body } }),
});

export const removeTemplateServiceEndpoint = endpoint({
  id: 'removeTemplateService',
  method: 'DELETE',
  path: BELOW,
  summary: 'Remove a service of a template, or anything below one',
  tag,
  role: 'member',
  params: BelowParams,
  response: null,
  errors: [400, 401, 403, 404],
  handle: (call) => removeFromTemplate({ ctx: contextOf(call), input: call.params }),
});
