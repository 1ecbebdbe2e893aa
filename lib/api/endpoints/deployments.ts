import { z } from 'zod';
import { cancelRun } from '@/lib/environments/runs/cancel';
import { estimateRun } from '@/lib/environments/runs/estimate';
import { getDeployment } from '@/lib/environments/runs/get';
import { listDeployments, listTenantDeployments } from '@/lib/environments/runs/list';
import { MAX_REPORTS } from '@/lib/model/event';
import { DurationRangeSchema } from '@/lib/model/step-estimate';
import { DeploymentPageSchema, DeploymentViewSchema, ReportViewSchema } from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { DeploymentParams, EnvironmentParams, pageParameters } from './parameters';

const tag = 'deployments';

export const listDeploymentsEndpoint = endpoint({
  id: 'listDeployments',
  method: 'GET',
  path: '/v1/environments/{environmentId}/deployments',
  summary: 'The deployments of an environment, newest first, a page at a time; also of a deleted one',
  description: 'A page ends before its limit when the documents of its deployments are large.',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object(pageParameters(200)),
  response: DeploymentPageSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => listDeployments({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const listTenantDeploymentsEndpoint = endpoint({
  id: 'listTenantDeployments',
  method: 'GET',
  path: '/v1/deployments',
  summary: 'The deployments of all environments of my tenant, newest first, a page at a time',
  description: 'A page ends before its limit when the documents of its deployments are large.',
  tag,
  role: 'reader',
  query: z.object(pageParameters(200)),
  response: DeploymentPageSchema,
  errors: [400, 401],
  handle: (call) => listTenantDeployments({ ctx: contextOf(call), input: call.query }),
});

export const getDeploymentEndpoint = endpoint({
  id: 'getDeployment',
  method: 'GET',
  path: '/v1/environments/{environmentId}/deployments/{deploymentId}',
  summary: `One deployment with its reports, the newest ${MAX_REPORTS.toLocaleString('en')} of them, oldest first`,
  tag,
  role: 'reader',
  params: DeploymentParams,
  query: z.object({
    service_id: z
      .array(z.string())
      .optional()
      .meta({ description: 'only reports on these services and what is nested in them; may be repeated' }),
  }),
  response: z.object({ deployment: DeploymentViewSchema, reports: z.array(ReportViewSchema) }),
  errors: [401, 403, 404],
  handle: (call) =>
    getDeployment({
      ctx: contextOf(call),
      input: {
        environmentId: call.params.environmentId,
        runId: call.params.deploymentId,
        serviceIds: (call.query.service_id ?? []).flatMap(severalInOne),
      },
    }),
});

/** Murano's client puts further ids behind the first as if the query began again. */
function severalInOne(value: string): string[] {
  return value.split('?service_id=');
}

export const estimateDeploymentEndpoint = endpoint({
  id: 'estimateDeployment',
  method: 'GET',
  path: '/v1/environments/{environmentId}/deployments/{deploymentId}/estimate',
  summary: 'How long a running deployment will have taken, judged by its plan and by past runs of the same steps',
  tag,
  role: 'reader',
  params: DeploymentParams,
  response: z.object({
    duration: DurationRangeSchema.nullable().meta({
      description:
        'from its start, with how many of the steps to come have run before; null when it does not run, or when nobody knows what there is to do',
    }),
  }),
  errors: [401, 403, 404],
  handle: (call) =>
    estimateRun({
      ctx: contextOf(call),
      input: { environmentId: call.params.environmentId, runId: call.params.deploymentId },
    }),
});

export const cancelDeploymentEndpoint = endpoint({
  id: 'cancelDeployment',
  method: 'POST',
  path: '/v1/environments/{environmentId}/deployments/{deploymentId}/cancel',
  summary: 'Ask a deployment to end; what was reached is kept',
  tag,
  rehearsed: true,
  role: 'member',
  params: DeploymentParams,
  response: null,
  errors: [401, 403, 404, 409],
  handle: (call) =>
    cancelRun({
      ctx: contextOf(call),
      input: { environmentId: call.params.environmentId, runId: call.params.deploymentId },
    }),
});
