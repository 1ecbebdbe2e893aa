import { z } from 'zod';
import { cloneEnvironment } from '@/lib/environments/templates/clone';
import { createTemplate } from '@/lib/environments/templates/create';
import { deleteTemplate } from '@/lib/environments/templates/delete';
import { deployTemplate } from '@/lib/environments/templates/deploy';
import { exportEnvironment } from '@/lib/environments/templates/export';
import { getTemplate } from '@/lib/environments/templates/find';
import { checkImport, importEnvironment } from '@/lib/environments/templates/import';
import { listTemplates } from '@/lib/environments/templates/list';
import { saveTemplate } from '@/lib/environments/templates/save';
import { IdSchema } from '@/lib/model/environment';
import { JsonSchema } from '@/lib/model/json-schema';
import { BlueprintSchema } from '@/lib/model/templates/blueprint';
import {
  BlueprintCheckSchema,
  MadeEnvironmentSchema,
  TemplateDetailViewSchema,
  TemplatePageSchema,
  TemplateViewSchema,
} from '@/lib/model/templates/views';
import { endpoint } from '../endpoint';
import { MuranoTemplateFields, RegionField, TemplateScopeQuery } from '../murano-dialect';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, pageParameters, Search, SessionHeader, TemplateParams } from './parameters';

const tag = 'templates';
const name = z.string().max(1000);
const parameters = z
  .record(z.string(), z.string().max(1000))
  .default({})
  .meta({ description: 'values of its parameters, by name; each has a default' });
const secrets = z
  .record(z.string(), z.string().max(1000))
  .default({})
  .meta({ description: 'secrets to use, by the id that the template or the check tells' });
const deploy = (usual: boolean) => z.boolean().default(usual).meta({ description: 'whether to deploy it at once' });
const fromDraft = 'With the header X-Configuration-Session, a draft of yours is taken instead of what is deployed.';
const once = 'Passwords made for it are in the response, this once.';

export const listTemplatesEndpoint = endpoint({
  id: 'listTemplates',
  method: 'GET',
  path: '/v1/templates',
  summary: 'The templates of environments that I may use: those that ship, and those of my tenant',
  tag,
  role: 'reader',
  description: 'Those that ship are on the first page, besides as many of the tenant as `limit` says.',
  query: z.object({ ...pageParameters(200), search: Search, is_public: TemplateScopeQuery }),
  response: TemplatePageSchema,
  errors: [400, 401, 502],
  handle: (call) => {
    const { is_public: isPublic, ...query } = call.query;
    const scope = isPublic === undefined ? undefined : isPublic ? 'public' : 'own';
    return listTemplates({ ctx: contextOf(call), input: { ...query, scope } });
  },
});

export const saveTemplateEndpoint = endpoint({
  id: 'saveTemplate',
  method: 'POST',
  path: '/v1/templates',
  summary: 'Save an environment as a template of my tenant, without its secrets; or make one as Murano does',
  description: `${fromDraft} Without environment_id the template has the services that are sent, or none: they are added at its \`/services\`.`,
  tag,
  role: 'member',
  headers: SessionHeader,
  body: z.object({
    environment_id: IdSchema.optional(),
    name,
    summary: z.string().trim().max(500).default(''),
    ...MuranoTemplateFields,
    secrets: z
      .enum(['generate', 'ask'])
      .default('generate')
      .meta({ description: 'what becomes of passwords; other secrets are always asked' }),
  }),
  response: TemplateViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => {
    const { environment_id: environmentId, is_public: isPublic, services, description_text, ...rest } = call.body;
    const summary = rest.summary || (description_text ?? '');
    const ctx = contextOf(call);
    if (environmentId === undefined)
      return createTemplate({ ctx, input: { name: rest.name, summary, isPublic, services } });
    const sessionId = call.headers['x-configuration-session'];
    return saveTemplate({ ctx, input: { ...rest, environmentId, sessionId, summary, isPublic } });
  },
});

export const getTemplateEndpoint = endpoint({
  id: 'getTemplate',
  method: 'GET',
  path: '/v1/templates/{templateId}',
  summary: 'One template with its blueprint, which is also what an exported file holds',
  tag,
  role: 'reader',
  params: TemplateParams,
  response: TemplateDetailViewSchema,
  errors: [401, 404, 502],
  handle: (call) => getTemplate({ ctx: contextOf(call), input: call.params }),
});

export const deleteTemplateEndpoint = endpoint({
  id: 'deleteTemplate',
  method: 'DELETE',
  path: '/v1/templates/{templateId}',
  summary: 'Delete a template that I saved; administrators of the tenant delete anybody’s',
  tag,
  role: 'member',
  params: TemplateParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => deleteTemplate({ ctx: contextOf(call), input: call.params }),
});

export const deployTemplateEndpoint = endpoint({
  id: 'deployTemplate',
  method: 'POST',
  path: '/v1/templates/{templateId}/environments',
  summary: 'Make an environment from a template and deploy it',
  description: `A name is enough. ${once}`,
  tag,
  role: 'member',
  expensive: true,
  params: TemplateParams,
  body: z.object({ name, parameters, secrets, deploy: deploy(true), region: RegionField }),
  response: MadeEnvironmentSchema,
  errors: [400, 401, 403, 404, 409, 422, 502],
  handle: (call) => deployTemplate({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const exportEnvironmentEndpoint = endpoint({
  id: 'exportEnvironment',
  method: 'GET',
  path: '/v1/environments/{environmentId}/export',
  summary: 'An environment as a file: all that was chosen, markers where secrets were',
  description: fromDraft,
  tag,
  role: 'reader',
  params: EnvironmentParams,
  headers: SessionHeader,
  response: BlueprintSchema,
  errors: [401, 403, 404, 409],
  handle: (call) =>
    exportEnvironment({
      ctx: contextOf(call),
      input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
    }),
});

export const cloneEnvironmentEndpoint = endpoint({
  id: 'cloneEnvironment',
  method: 'POST',
  path: '/v1/environments/{environmentId}/clone',
  summary: 'Make another environment with the same services',
  description: `${fromDraft} ${once}`,
  tag,
  role: 'member',
  expensive: true,
  params: EnvironmentParams,
  headers: SessionHeader,
  body: z.object({
    name,
    secrets: z
      .enum(['generate', 'keep'])
      .default('generate')
      .meta({ description: 'new passwords, or the same ones, which nobody sees' }),
    deploy: deploy(false),
  }),
  response: MadeEnvironmentSchema,
  errors: [400, 401, 403, 404, 409, 422, 502],
  handle: (call) =>
    cloneEnvironment({
      ctx: contextOf(call),
      input: { ...call.params, sessionId: call.headers['x-configuration-session'], ...call.body },
    }),
});

export const checkImportEndpoint = endpoint({
  id: 'checkImport',
  method: 'POST',
  path: '/v1/environments/import/check',
  summary: 'What an environment’s file would make, which secrets it asks for, and everything wrong with it',
  description: 'Stores nothing. Each problem is named by its path in the file.',
  tag,
  role: 'member',
  expensive: true,
  body: z.object({ document: JsonSchema, parameters, secrets }),
  response: BlueprintCheckSchema,
  errors: [400, 401, 403, 502],
  handle: (call) => checkImport({ ctx: contextOf(call), input: call.body }),
});

export const importEnvironmentEndpoint = endpoint({
  id: 'importEnvironment',
  method: 'POST',
  path: '/v1/environments/import',
  summary: 'Make an environment from a file',
  description: `Usually a draft, to look at before it is deployed. ${once}`,
  tag,
  role: 'member',
  expensive: true,
  body: z.object({
    document: JsonSchema,
    name: name.optional().meta({ description: 'instead of the one in the file' }),
    parameters,
    secrets,
    missing_secrets: z
      .enum(['refuse', 'generate'])
      .default('refuse')
      .meta({ description: 'what becomes of secrets that the file asks for and that were not sent' }),
    deploy: deploy(false),
    region: RegionField,
  }),
  response: MadeEnvironmentSchema,
  errors: [400, 401, 403, 409, 422, 502],
  handle: (call) => {
    const { missing_secrets: missingSecrets, ...rest } = call.body;
    return importEnvironment({ ctx: contextOf(call), input: { missingSecrets, ...rest } });
  },
});
