import { z } from 'zod';
import { showHealth } from '@/lib/administration/health/show';
import { showOverview } from '@/lib/administration/overview/show';
import { showTrend } from '@/lib/administration/overview/trend';
import { configurePackage, showPackageConfiguration } from '@/lib/administration/packages/configuration';
import { pagePackages } from '@/lib/administration/packages/list';
import { switchPackage } from '@/lib/administration/packages/switch';
import { followInstallation } from '@/lib/environments/events/follow';
import {
  AdminPackageSchema,
  HealthSchema,
  OverviewSchema,
  PackageListSchema,
  TrendSchema,
} from '@/lib/model/administration';
import { ATTENTIONS } from '@/lib/model/attentions';
import { IdSchema } from '@/lib/model/environment';
import { ClassConfigsSchema, PackageConfigurationSchema } from '@/lib/model/package-configuration';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';
import { eventStream } from '../sse';
import { contextOf } from '../use-case-context';
import { pageParameters, Search } from './parameters';

const tag = 'administration';
const role = 'system';

export const showOverviewEndpoint = endpoint({
  id: 'showOverview',
  method: 'GET',
  path: '/v1/admin/overview',
  summary: 'All environments of all tenants and what runs in them, most urgent first, a page at a time',
  tag,
  role,
  query: z.object({
    ...pageParameters(1000),
    attention: z.enum(ATTENTIONS).optional(),
    tenant: IdSchema.optional(),
    search: Search.meta({ description: 'words in names, the failure, who deployed, or hosts of silent machines' }),
  }),
  response: OverviewSchema,
  errors: [400, 401, 403],
  handle: (call) => {
    const { tenant, ...query } = call.query;
    return showOverview({ ctx: adminContextOf(call), input: { ...query, ...(tenant ? { tenantId: tenant } : {}) } });
  },
});

export const showTrendEndpoint = endpoint({
  id: 'showTrend',
  method: 'GET',
  path: '/v1/admin/trend',
  summary: 'Deployments, failures, environments and machines of the installation, day by day',
  tag,
  role,
  response: TrendSchema,
  errors: [401, 403],
  handle: (call) => showTrend({ ctx: adminContextOf(call), input: {} }),
});

export const followInstallationEndpoint = endpoint({
  id: 'followInstallation',
  method: 'GET',
  path: '/v1/admin/events',
  summary: 'A live stream of the events of all environments of all tenants, from now on',
  tag,
  role,
  response: null,
  produces: ['text/event-stream'],
  errors: [401, 403],
  handle: (call) =>
    eventStream(
      call,
      (stream) =>
        followInstallation({
          ctx: contextOf(call),
          input: {
            events: call.container.events,
            onEvent: (event) => stream.send({ event: event.kind, data: event }),
            onFailure: stream.close,
          },
        }),
      'system',
    ),
});

export const showHealthEndpoint = endpoint({
  id: 'showHealth',
  method: 'GET',
  path: '/v1/admin/health',
  summary: 'How database, conductor, cloud, agents and event hub are',
  tag,
  role,
  response: HealthSchema,
  errors: [401, 403],
  handle: (call) => showHealth({ ctx: adminContextOf(call), input: {} }),
});

const PackageName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,199}$/);

export const listPackagesEndpoint = endpoint({
  id: 'listPackages',
  method: 'GET',
  path: '/v1/admin/packages',
  summary: 'Packages, where they are offered, and how many services of them are deployed',
  tag,
  role,
  query: z.object({
    ...pageParameters(1000),
    marker: PackageName.optional().meta({ description: '`next_marker` of the page before' }),
    search: Search.meta({ description: 'words in title, name or type' }),
  }),
  response: PackageListSchema,
  errors: [400, 401, 403],
  handle: (call) => pagePackages({ ctx: adminContextOf(call), input: call.query }),
});

const PackageParams = z.object({ package: PackageName });

export const switchPackageEndpoint = endpoint({
  id: 'switchPackage',
  method: 'PUT',
  path: '/v1/admin/packages/{package}',
  summary: 'Offer a package in the whole installation, or no longer; deployed services of it go on working',
  tag,
  role,
  params: PackageParams,
  body: z.object({ enabled: z.boolean() }),
  response: AdminPackageSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => switchPackage({ ctx: adminContextOf(call), input: { ...call.params, ...call.body } }),
});

export const switchPackageOfTenantEndpoint = endpoint({
  id: 'switchPackageOfTenant',
  method: 'PUT',
  path: '/v1/admin/packages/{package}/tenants/{tenantId}',
  summary: 'Offer a package to one tenant otherwise than in the installation; null: as there',
  tag,
  role,
  params: PackageParams.extend({ tenantId: IdSchema }),
  body: z.object({ enabled: z.boolean().nullable() }),
  response: AdminPackageSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => switchPackage({ ctx: adminContextOf(call), input: { ...call.params, ...call.body } }),
});

export const showPackageConfigurationEndpoint = endpoint({
  id: 'showPackageConfiguration',
  method: 'GET',
  path: '/v1/admin/packages/{package}/configuration',
  summary: 'What operators give to properties of classes of a package (Usage: Config), and what may be given',
  tag,
  role,
  params: PackageParams,
  query: z.object({ tenant: IdSchema.optional().meta({ description: 'whose own values are told, too' }) }),
  response: PackageConfigurationSchema,
  errors: [400, 401, 403, 404, 429],
  handle: (call) =>
    showPackageConfiguration({
      ctx: adminContextOf(call),
      input: { ...call.params, tenantId: call.query.tenant },
    }),
});

const ConfigurationBody = z.object({
  values: ClassConfigsSchema.meta({
    description: 'all values of this scope, by full name of the class and by property; the mask keeps a secret',
  }),
});

export const configurePackageEndpoint = endpoint({
  id: 'configurePackage',
  method: 'PUT',
  path: '/v1/admin/packages/{package}/configuration',
  summary: 'Give values to properties of classes of a package in all tenants; runs that begin from now on go by them',
  tag,
  expensive: true,
  role,
  params: PackageParams,
  body: ConfigurationBody,
  response: PackageConfigurationSchema,
  errors: [400, 401, 403, 404, 429],
  handle: (call) => configurePackage({ ctx: adminContextOf(call), input: { ...call.params, ...call.body } }),
});

export const configurePackageOfTenantEndpoint = endpoint({
  id: 'configurePackageOfTenant',
  method: 'PUT',
  path: '/v1/admin/packages/{package}/tenants/{tenantId}/configuration',
  summary: 'Give values to properties of classes of a package in one tenant, where they win over those of all tenants',
  tag,
  expensive: true,
  role,
  params: PackageParams.extend({ tenantId: IdSchema }),
  body: ConfigurationBody,
  response: PackageConfigurationSchema,
  errors: [400, 401, 403, 404, 429],
  handle: (call) => configurePackage({ ctx: adminContextOf(call), input: { ...call.params, ...call.body } }),
});
