import { z } from 'zod';
import { ENVIRONMENT_GROUPS } from '@/lib/model/environment-groups';
import { ENVIRONMENT_STATUSES } from '@/lib/model/states';
import {
  EnvironmentDetailViewSchema,
  EnvironmentPageSchema,
  EnvironmentSummarySchema,
  EnvironmentViewSchema,
  ReportViewSchema,
} from '@/lib/model/views';
import { AbandonQuery, LaterEnvironmentFields, TenantQuery } from '../murano-dialect';
import { operation } from '../operation';
import { EnvironmentParams, Flag, pageParameters, Search, SessionHeader } from './parameters';

const NameBody = z.object({ name: z.string().max(1000) });
const tag = 'environments';

export const listEnvironmentsOperation = operation({
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
});

export const summariseEnvironmentsOperation = operation({
  id: 'summariseEnvironments',
  method: 'GET',
  path: '/v1/environments/summary',
  summary: 'What my environments want of me: how many run, wait and are quiet, and the first of each',
  tag,
  role: 'reader',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(6) }),
  response: EnvironmentSummarySchema,
  errors: [400, 401],
});

export const createEnvironmentOperation = operation({
  id: 'createEnvironment',
  method: 'POST',
  path: '/v1/environments',
  summary: 'Create an environment without services',
  tag,
  role: 'member',
  body: NameBody.extend(LaterEnvironmentFields),
  response: EnvironmentViewSchema,
  errors: [400, 401, 403, 409],
});

export const getEnvironmentOperation = operation({
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
});

export const renameEnvironmentOperation = operation({
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
});

export const deleteEnvironmentOperation = operation({
  id: 'deleteEnvironment',
  method: 'DELETE',
  path: '/v1/environments/{environmentId}',
  summary: 'Delete an environment with its machines; its history stays',
  description:
    'Cancels what runs in it. The environment reads `deleting` until its stack is gone; asking again meanwhile changes nothing.',
  tag,
  role: 'member',
  params: EnvironmentParams,
  query: z.object(AbandonQuery),
  response: null,
  errors: [400, 401, 403, 404],
});

export const lastStatusOperation = operation({
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
});
