import { z } from 'zod';
import { createEnvironment } from '@/lib/environments/environments/create';
import { deleteEnvironment } from '@/lib/environments/environments/delete';
import { getEnvironment } from '@/lib/environments/environments/get';
import { listEnvironments } from '@/lib/environments/environments/list';
import { renameEnvironment } from '@/lib/environments/environments/rename';
import { summariseEnvironments } from '@/lib/environments/environments/summarise';
import { lastStatus } from '@/lib/environments/runs/last-status';
import { ENVIRONMENT_GROUPS } from '@/lib/model/environment-groups';
import { ENVIRONMENT_STATUSES } from '@/lib/model/states';
import {
  EnvironmentDetailViewSchema,
  EnvironmentPageSchema,
  EnvironmentSummarySchema,
  EnvironmentViewSchema,
  ReportViewSchema,
} from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { AbandonQuery, LaterEnvironmentFields, networkChosen, refuseAbandoning, TenantQuery } from '../murano-dialect';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, Flag, pageParameters, queryInteger, Search, SessionHeader } from './parameters';

const NameBody = z.object({ name: z.string().max(1000) });
const tag = 'environments';

export const listEnvironmentsEndpoint = endpoint({
  id: 'listEnvironments',
  method: 'GET',
  path: '/v1/environments',
  summary: 'The environments of my tenant, with their status, a page at a time',
  description: 'Without parameters it answers as Murano did, oldest first, for as many as a page can hold.',
  tag,
  role: 'reader',
  query: z.object({
    ...pageParameters(1000),
    ...TenantQuery,
    search: Search.meta({ description: 'words that the name has, whatever the case' }),
    status: z.enum(ENVIRONMENT_STATUSES).optional(),
    group: z
      .enum(ENVIRONMENT_GROUPS)
      .optional()
      .meta({ description: 'what they want of a person, as the summary tells' }),
    order_by: z.enum(['created', 'name', 'updated']).default('created'),
    sort_dir: z.enum(['asc', 'desc']).default('asc'),
    with_count: Flag.meta({ description: 'whether to count what there is on all pages' }),
  }),
  response: EnvironmentPageSchema,
  errors: [400, 401, 403],
  handle: (call) => {
    const {
      order_by: order,
      sort_dir: direction,
      with_count: withCount,
      tenant,
      all_tenants: allTenants,
      ...query
    } = call.query;
    return listEnvironments({
      ctx: contextOf(call),
      input: { ...query, order, descending: direction === 'desc', withCount, tenant: allTenants ? null : tenant },
    });
  },
});

export const summariseEnvironmentsEndpoint = endpoint({
  id: 'summariseEnvironments',
  method: 'GET',
  path: '/v1/environments/summary',
  summary: 'What my environments want of me: how many run, wait and are quiet, and the first of each',
  tag,
  role: 'reader',
  query: z.object({ limit: queryInteger(1, 50).default(6) }),
  response: EnvironmentSummarySchema,
  errors: [400, 401],
  handle: (call) => summariseEnvironments({ ctx: contextOf(call), input: call.query }),
});

export const createEnvironmentEndpoint = endpoint({
  id: 'createEnvironment',
  method: 'POST',
  path: '/v1/environments',
  summary: 'Create an environment without services, perhaps in a region and on a network of its own',
  tag,
  role: 'member',
  body: NameBody.extend(LaterEnvironmentFields),
  response: EnvironmentViewSchema,
  errors: [400, 401, 403, 409],
  handle: (call) => {
    const network = networkChosen(call.body);
    const { name, region } = call.body;
    return createEnvironment({ ctx: contextOf(call), input: { name, region, ...(network ? { network } : {}) } });
  },
});

export const getEnvironmentEndpoint = endpoint({
  id: 'getEnvironment',
  method: 'GET',
  path: '/v1/environments/{environmentId}',
  summary: 'One environment with its services: as deployed or, with a session, as drafted',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  headers: SessionHeader,
  response: EnvironmentDetailViewSchema,
  errors: [401, 403, 404],
  handle: (call) =>
    getEnvironment({
      ctx: contextOf(call),
      input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
    }),
});

export const renameEnvironmentEndpoint = endpoint({
  id: 'renameEnvironment',
  method: 'PUT',
  path: '/v1/environments/{environmentId}',
  summary: 'Rename an environment, also while it deploys',
  tag,
  role: 'member',
  params: EnvironmentParams,
  body: NameBody,
  response: EnvironmentViewSchema,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => renameEnvironment({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

export const deleteEnvironmentEndpoint = endpoint({
  id: 'deleteEnvironment',
  method: 'DELETE',
  path: '/v1/environments/{environmentId}',
  summary: 'Delete an environment with its machines; its history stays',
  description:
    'Cancels what runs in it. The environment reads `deleting` until its stack is gone; asking again meanwhile changes nothing.',
  tag,
  role: 'member',
  stepUp: true,
  params: EnvironmentParams,
  query: z.object(AbandonQuery),
  response: null,
  errors: [400, 401, 403, 404, 422],
  handle: (call) => {
    refuseAbandoning(call.query.abandon);
    return deleteEnvironment({ ctx: contextOf(call), input: call.params });
  },
});

export const lastStatusEndpoint = endpoint({
  id: 'lastStatus',
  method: 'GET',
  path: '/v1/environments/{environmentId}/lastStatus',
  summary: 'The newest report on each service',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  headers: SessionHeader,
  response: z.object({ lastStatuses: z.record(z.string(), ReportViewSchema.nullable()) }),
  errors: [401, 403, 404],
  handle: async (call) => ({
    lastStatuses: await lastStatus({
      ctx: contextOf(call),
      input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
    }),
  }),
});
