import { z } from 'zod';
import {
  EnvironmentDetailViewSchema,
  EnvironmentViewSchema,
  ListedEnvironmentViewSchema,
  ReportViewSchema,
} from '@/lib/model/views';
import { operation } from '../operation';
import { EnvironmentParams, SessionHeader } from './parameters';

const NameBody = z.object({ name: z.string().max(1000) });
const tag = 'environments';

export const listEnvironmentsOperation = operation({
  id: 'listEnvironments',
  method: 'GET',
  path: '/v1/environments',
  summary: 'The environments of my tenant, with their status',
  tag,
  role: 'reader',
  answer: z.object({ environments: z.array(ListedEnvironmentViewSchema) }),
  errors: [401],
});

export const createEnvironmentOperation = operation({
  id: 'createEnvironment',
  method: 'POST',
  path: '/v1/environments',
  summary: 'Create an environment without services',
  tag,
  role: 'member',
  body: NameBody,
  answer: EnvironmentViewSchema,
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
  answer: EnvironmentDetailViewSchema,
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
  answer: EnvironmentViewSchema,
  errors: [400, 401, 403, 404, 409],
});

export const deleteEnvironmentOperation = operation({
  id: 'deleteEnvironment',
  method: 'DELETE',
  path: '/v1/environments/{environmentId}',
  summary: 'Delete an environment with its machines; its history stays',
  description: 'Cancels what runs in it. The environment reads `deleting` until its stack is gone.',
  tag,
  role: 'member',
  params: EnvironmentParams,
  answer: null,
  errors: [401, 403, 404, 409],
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
  answer: z.object({ lastStatuses: z.record(z.string(), ReportViewSchema.nullable()) }),
  errors: [401, 403, 404],
});
