import { z } from 'zod';
import { localeOf } from '@/i18n/locales';
import { chooseRegion } from '@/lib/environments/environments/choose-region';
import {
  environmentLogo,
  environmentServiceTypes,
  listPackageSentences,
  listServiceTypes,
} from '@/lib/environments/packages/list';
import { errors } from '@/lib/errors';
import { IdSchema } from '@/lib/model/environment';
import { GuideSchema } from '@/lib/model/guide-schema';
import { OfferSchema, ServiceTypeSchema } from '@/lib/model/service-type';
import { scopeOf } from '@/lib/ports/cloud/scope';
import { endpoint } from '../endpoint';
import { findServiceType } from '../find-service-type';
import { contextOf } from '../use-case-context';
import { LanguageHeader, PackageDigest, SessionHeader } from './parameters';

const typeParams = z.object({
  type: z
    .string()
    .max(255)
    .regex(/^[A-Za-z]\w*(\.\w+)*$/, 'a service type has letters and digits; a class has dots between its words'),
});

/** In which versions of packages to answer. */
const VersionsQuery = {
  environment: IdSchema.optional().meta({
    description: 'id of an environment: its packages in the versions that it works with, or that its draft does',
  }),
  run: IdSchema.optional().meta({
    description: 'with environment, id of a run of it: the versions that the run goes by',
  }),
};

export const listServiceTypesEndpoint = endpoint({
  id: 'listServiceTypes',
  method: 'GET',
  path: '/v1/catalog/services',
  summary: 'List the service types that this tenant may use',
  description:
    'Each with its properties, the rules they obey, the steps of its wizard, and the roles its machines get; and what their packages say to people: of steps, failures and words. In the language of `Accept-Language`, as far as the packages speak it.',
  tag: 'catalog',
  role: 'reader',
  query: z.object({ ...VersionsQuery, package: PackageDigest }),
  headers: SessionHeader.extend({ 'accept-language': LanguageHeader }),
  response: z.object({ services: z.array(ServiceTypeSchema), guide: GuideSchema }),
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const ctx = contextOf(call);
    const { environment: environmentId, run: runId, package: packageDigest } = call.query;
    const language = localeOf(undefined, call.headers['accept-language'] ?? null);
    if (environmentId === undefined) return listServiceTypes({ ctx, input: { language } });
    const sessionId = call.headers['x-configuration-session'];
    return environmentServiceTypes({ ctx, input: { environmentId, sessionId, runId, packageDigest, language } });
  },
});

export const listPackageSentencesEndpoint = endpoint({
  id: 'listPackageSentences',
  method: 'GET',
  path: '/v1/catalog/sentences',
  summary: 'What packages say in the language of `Accept-Language`, by its English',
  description: 'Titles of steps and what programs report: they stand in sentences about runs. None for English.',
  tag: 'catalog',
  role: 'reader',
  headers: z.object({ 'accept-language': LanguageHeader }),
  response: z.object({ sentences: z.record(z.string(), z.string()) }),
  errors: [401, 403],
  handle: (call) => {
    const language = localeOf(undefined, call.headers['accept-language'] ?? null);
    return listPackageSentences({ ctx: contextOf(call), input: { language } });
  },
});

export const showServiceTypeEndpoint = endpoint({
  id: 'showServiceType',
  method: 'GET',
  path: '/v1/catalog/services/{type}',
  summary: 'Show one service type',
  tag: 'catalog',
  role: 'reader',
  params: typeParams,
  response: ServiceTypeSchema,
  errors: [401, 404],
  handle: ({ actor, params, container }) => findServiceType(container, actor.tenantId, params.type),
});

export const showServiceTypeLogoEndpoint = endpoint({
  id: 'showServiceTypeLogo',
  method: 'GET',
  path: '/v1/catalog/services/{type}/logo',
  summary: 'The icon of a service type',
  tag: 'catalog',
  role: 'reader',
  params: typeParams,
  query: z.object(VersionsQuery),
  response: null,
  produces: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  errors: [400, 401, 403, 404],
  handle: async (call) => {
    const { type } = call.params;
    const { environment: environmentId, run: runId } = call.query;
    const logo =
      environmentId === undefined
        ? await call.container.catalog.logo(call.actor.tenantId, type)
        : await environmentLogo({ ctx: contextOf(call), input: { environmentId, sessionId: undefined, runId, type } });
    if (!logo) throw errors.notFound('service_type_not_found', `The catalog has no service type "${type}".`);
    // What an environment works with may move at any deployment.
    const seconds = environmentId === undefined || runId !== undefined ? 3600 : 60;
    return new Response(logo.body, {
      headers: { 'content-type': logo.contentType, 'cache-control': `private, max-age=${seconds}` },
    });
  },
});

export const showOfferEndpoint = endpoint({
  id: 'showOffer',
  method: 'GET',
  path: '/v1/offer',
  summary:
    'What the cloud offers this tenant: machine sizes, images, locations, key pairs, and what is left of its quota',
  tag: 'catalog',
  role: 'reader',
  query: z.object({ region: z.string().max(255).optional().meta({ description: 'left out: the usual one' }) }),
  response: OfferSchema,
  errors: [400, 401, 502],
  handle: ({ actor, container, query }) =>
    container.cloud.offer(scopeOf(actor.tenantId, { region: chooseRegion(container, query.region) })),
});
