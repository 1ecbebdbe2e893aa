import { z } from 'zod';
import { AdminPackageSchema, AuditPageSchema, HealthSchema, OverviewSchema } from '@/lib/model/administration';
import { ATTENTIONS } from '@/lib/model/attentions';
import { IdSchema } from '@/lib/model/environment';
import { operation } from '../operation';
import { EntryMarker, pageParameters, Search } from './parameters';

const tag = 'administration';
const role = 'system';

export const showOverviewOperation = operation({
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
});

export const followInstallationOperation = operation({
  id: 'followInstallation',
  method: 'GET',
  path: '/v1/admin/events',
  summary: 'A live stream of the events of all environments of all tenants, from now on',
  tag,
  role,
  response: null,
  produces: ['text/event-stream'],
  errors: [401, 403],
});

export const showHealthOperation = operation({
  id: 'showHealth',
  method: 'GET',
  path: '/v1/admin/health',
  summary: 'How database, conductor, cloud, agents and event hub are',
  tag,
  role,
  response: HealthSchema,
  errors: [401, 403],
});

export const listPackagesOperation = operation({
  id: 'listPackages',
  method: 'GET',
  path: '/v1/admin/packages',
  summary: 'Packages, where they are offered, and how many services of them are deployed',
  tag,
  role,
  response: z.object({ packages: z.array(AdminPackageSchema) }),
  errors: [401, 403],
});

const PackageParams = z.object({ package: z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,199}$/) });

export const switchPackageOperation = operation({
  id: 'switchPackage',
  method: 'PUT',
  path: '/v1/admin/packages/{package}',
  summary: 'Offer a package in the whole installation, or no longer; deployed services of it go on working',
  tag,
  role,
  params: PackageParams,
  body: z.object({ enabled: z.boolean() }),
  response: AdminPackageSchema,
  errors: [400, 401, 403, 404],
});

export const switchPackageOfTenantOperation = operation({
  id: 'switchPackageOfTenant',
  method: 'PUT',
  path: '/v1/admin/packages/{package}/tenants/{tenantId}',
  summary: 'Offer a package to one tenant otherwise than in the installation; null: as there',
  tag,
  role,
  params: PackageParams.extend({ tenantId: IdSchema }),
  body: z.object({ enabled: z.boolean().nullable() }),
  response: AdminPackageSchema,
  errors: [400, 401, 403, 404],
});

const AuditFilterQuery = z.object({
  user: IdSchema.optional().meta({ description: 'id of who did it' }),
  tenant: IdSchema.optional().meta({ description: 'id of the tenant it was done in' }),
  action: z.string().max(100).optional().meta({ description: '`user.create`, or `user` for all about users' }),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'up to and excluding this instant' }),
  text: z.string().max(200).optional().meta({ description: 'somewhere in names, target, details or request id' }),
});
export type AuditFilterQuery = z.infer<typeof AuditFilterQuery>;

export const listAuditOperation = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/v1/admin/audit',
  summary: 'The audit log, newest first, a page at a time',
  tag,
  role,
  query: AuditFilterQuery.extend({
    ...pageParameters(50, 500),
    marker: EntryMarker,
  }),
  response: AuditPageSchema,
  errors: [400, 401, 403],
});

export const listAuditActionsOperation = operation({
  id: 'listAuditActions',
  method: 'GET',
  path: '/v1/admin/audit/actions',
  summary: 'The actions that the audit log knows',
  tag,
  role,
  response: z.object({ actions: z.array(z.string()) }),
  errors: [401, 403],
});

export const exportAuditOperation = operation({
  id: 'exportAudit',
  method: 'GET',
  path: '/v1/admin/audit/export',
  summary: 'The audit log as CSV (RFC 4180, UTF-8); cells that a spreadsheet would take for formulas are text',
  tag,
  role,
  query: AuditFilterQuery,
  response: null,
  produces: ['text/csv'],
  errors: [400, 401, 403],
});
