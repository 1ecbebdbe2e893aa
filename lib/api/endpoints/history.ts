import { z } from 'zod';
import { listActivity } from '@/lib/environments/history/activity';
import { compareEnvironmentVersions } from '@/lib/environments/history/compare';
import { listHistory } from '@/lib/environments/history/list';
import { listEnvironmentVersions } from '@/lib/environments/history/list-versions';
import { recentReports } from '@/lib/environments/history/reports';
import { rollBack } from '@/lib/environments/history/roll-back';
import { IdSchema } from '@/lib/model/environment';
import { HISTORY_OUTCOMES } from '@/lib/model/history-outcomes';
import { ActivitySchema, ComparisonSchema, HistorySchema, VersionListSchema } from '@/lib/model/history-views';
import { RUN_KINDS } from '@/lib/model/runs/kinds';
import { ReportViewSchema, SessionViewSchema } from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { DeploymentParams, EntryMarker, EnvironmentParams, pageParameters, queryInteger, Search } from './parameters';

const tag = 'history';
const VersionRef = z
  .string()
  .regex(/^(\d{1,9}|current|draft)$/, 'a version is a number, "current" or "draft"')
  .meta({
    description: 'a version by number (0: as created), `current` for what is deployed, or `draft` for my newest draft',
  });

export const listHistoryEndpoint = endpoint({
  id: 'listHistory',
  method: 'GET',
  path: '/v1/environments/{environmentId}/history',
  summary: 'What came to pass: deployments with their versions and what each changed, newest first',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({
    outcome: z.enum(HISTORY_OUTCOMES).optional(),
    kind: z.enum(RUN_KINDS).optional().meta({ description: 'only runs of this kind' }),
    user_id: IdSchema.optional().meta({ description: 'only those this user deployed' }),
    service_id: IdSchema.optional().meta({ description: 'only those whose draft touched this service' }),
    ...pageParameters(50, 200),
  }),
  response: HistorySchema,
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const { outcome, kind, user_id: userId, service_id: serviceId, marker, limit } = call.query;
    return listHistory({
      ctx: contextOf(call),
      input: {
        ...call.params,
        limit,
        ...(outcome ? { outcome } : {}),
        ...(kind ? { kind } : {}),
        ...(userId ? { userId } : {}),
        ...(serviceId ? { serviceId } : {}),
        ...(marker ? { marker } : {}),
      },
    });
  },
});

export const listVersionsEndpoint = endpoint({
  id: 'listEnvironmentVersions',
  method: 'GET',
  path: '/v1/environments/{environmentId}/versions',
  summary: 'The versions that can be compared or gone back to, newest first, without what they hold',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({
    search: Search.meta({ description: 'words that all stand in its number or in the name of who made it' }),
    ...pageParameters(50, 200),
  }),
  response: VersionListSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const { search, marker, limit } = call.query;
    return listEnvironmentVersions({
      ctx: contextOf(call),
      input: { ...call.params, limit, ...(search ? { search } : {}), ...(marker ? { marker } : {}) },
    });
  },
});

export const compareVersionsEndpoint = endpoint({
  id: 'compareVersions',
  method: 'GET',
  path: '/v1/environments/{environmentId}/compare',
  summary: 'Two versions against each other: as sentences, side by side, and both documents',
  description: 'Secrets are compared by what they are and shown as masks.',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({ from: VersionRef, to: VersionRef }),
  response: ComparisonSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => compareEnvironmentVersions({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const rollBackEndpoint = endpoint({
  id: 'rollBack',
  method: 'POST',
  path: '/v1/environments/{environmentId}/deployments/{deploymentId}/rollback',
  summary: 'Open a session that goes back to the version this deployment made',
  description:
    'Deploys nothing: review and deploy the session. What still exists keeps its machines; secrets are those of then.',
  tag,
  role: 'member',
  params: DeploymentParams,
  response: SessionViewSchema,
  errors: [401, 403, 404, 409],
  handle: (call) =>
    rollBack({
      ctx: contextOf(call),
      input: { environmentId: call.params.environmentId, runId: call.params.deploymentId },
    }),
});

export const listActivityEndpoint = endpoint({
  id: 'listActivity',
  method: 'GET',
  path: '/v1/environments/{environmentId}/activity',
  summary: 'Who did what in an environment, from the audit log, newest first',
  tag,
  role: 'member',
  params: EnvironmentParams,
  query: z.object({
    user_id: IdSchema.optional(),
    action: z.string().max(100).optional(),
    ...pageParameters(50, 200),
    marker: EntryMarker,
  }),
  response: ActivitySchema,
  errors: [400, 401, 403, 404],
  handle: (call) => {
    const { user_id: userId, action, marker, limit } = call.query;
    return listActivity({
      ctx: contextOf(call),
      input: {
        ...call.params,
        limit,
        ...(userId ? { userId } : {}),
        ...(action ? { action } : {}),
        ...(marker ? { marker } : {}),
      },
    });
  },
});

export const recentReportsEndpoint = endpoint({
  id: 'recentReports',
  method: 'GET',
  path: '/v1/environments/{environmentId}/reports',
  summary: 'What was said last about a service and its units, over all deployments, newest first',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({ service_id: IdSchema, limit: queryInteger(1, 200).default(20) }),
  response: z.object({ reports: z.array(ReportViewSchema) }),
  errors: [400, 401, 403, 404],
  handle: async (call) => ({
    reports: await recentReports({
      ctx: contextOf(call),
      input: { ...call.params, serviceId: call.query.service_id, limit: call.query.limit },
    }),
  }),
});
