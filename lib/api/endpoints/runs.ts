import { z } from 'zod';
import { retryMachine } from '@/lib/environments/failures/retry';
import { reviewFailure } from '@/lib/environments/failures/review';
import { cancelRun } from '@/lib/environments/runs/cancel';
import { estimateRun } from '@/lib/environments/runs/estimate';
import { getRun } from '@/lib/environments/runs/get';
import { listRuns } from '@/lib/environments/runs/list';
import { runProgress } from '@/lib/environments/runs/progress';
import { IdSchema } from '@/lib/model/environment';
import { MAX_REPORTS } from '@/lib/model/event';
import { FailureReviewSchema } from '@/lib/model/failure-findings';
import { ProgressSchema } from '@/lib/model/progress/progress-schema';
import { RunDetailSchema, RunPageSchema } from '@/lib/model/runs/run-view';
import { DurationRangeSchema } from '@/lib/model/step-estimate';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { CancelQuery, EnvironmentParams, pageParameters } from './parameters';

const tag = 'runs';
const RunParams = z.object({ environmentId: IdSchema, runId: IdSchema });

export const listRunsEndpoint = endpoint({
  id: 'listRuns',
  method: 'GET',
  path: '/v1/environments/{environmentId}/runs',
  summary: 'Everything that was carried out in an environment, of any kind, newest first, a page at a time',
  description: 'A page ends before its limit when the documents of its runs are large.',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object(pageParameters(200)),
  response: RunPageSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => listRuns({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const getRunEndpoint = endpoint({
  id: 'getRun',
  method: 'GET',
  path: '/v1/environments/{environmentId}/runs/{runId}',
  summary: `One run of any kind with its reports, the newest ${MAX_REPORTS.toLocaleString('en')} of them, oldest first, and its result`,
  tag,
  role: 'reader',
  params: RunParams,
  response: RunDetailSchema,
  errors: [401, 403, 404],
  handle: (call) => getRun({ ctx: contextOf(call), input: call.params }),
});

export const runProgressEndpoint = endpoint({
  id: 'runProgress',
  method: 'GET',
  path: '/v1/environments/{environmentId}/runs/{runId}/progress',
  summary: 'How far a run is: its events until now, folded into one picture',
  description:
    'The picture that every watcher of the events comes to, without reading them. Go on with the events after `lastSeq`. Commands of steps that are over are left out.',
  tag,
  role: 'reader',
  params: RunParams,
  response: ProgressSchema,
  errors: [401, 403, 404],
  handle: (call) => runProgress({ ctx: contextOf(call), input: call.params }),
});

export const estimateRunEndpoint = endpoint({
  id: 'estimateRun',
  method: 'GET',
  path: '/v1/environments/{environmentId}/runs/{runId}/estimate',
  summary: 'How long a run under way will have taken, judged by its plan and by past runs of the same steps',
  tag,
  role: 'reader',
  params: RunParams,
  response: z.object({
    duration: DurationRangeSchema.nullable().meta({
      description: 'from its start; null when it does not run, or when nobody knows what there is to do',
    }),
  }),
  errors: [401, 403, 404],
  handle: (call) => estimateRun({ ctx: contextOf(call), input: call.params }),
});

export const reviewFailureEndpoint = endpoint({
  id: 'reviewFailure',
  method: 'GET',
  path: '/v1/environments/{environmentId}/runs/{runId}/failures/{failureId}',
  summary: 'What may be the reason of a failure, as found when it happened, and what can be done about it now',
  description: 'A failure is the step that failed, by the id of its effect, or the run itself when none did.',
  tag,
  role: 'reader',
  params: RunParams.extend({ failureId: z.string().min(1).max(200) }),
  query: z.object({ anew: z.stringbool().default(false).meta({ description: 'true: looked at now' }) }),
  response: FailureReviewSchema,
  errors: [401, 403, 404],
  handle: (call) => reviewFailure({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const retryMachineEndpoint = endpoint({
  id: 'retryMachine',
  method: 'POST',
  path: '/v1/environments/{environmentId}/runs/{runId}/failures/{failureId}/retry',
  summary: 'Go on with the machine that failed alone; everything else stays as it is',
  description:
    'A deployment of what is asked for already, whose steps go to that machine only. When other machines are not finished it ends as cancelled, with the problem `others_unfinished`: deploy again to go on with them.',
  tag,
  role: 'member',
  params: RunParams.extend({ failureId: z.string().min(1).max(200) }),
  response: z.object({ deployment_id: IdSchema }),
  errors: [401, 403, 404, 409, 422],
  handle: (call) => retryMachine({ ctx: contextOf(call), input: call.params }),
});

export const cancelRunEndpoint = endpoint({
  id: 'cancelRun',
  method: 'POST',
  path: '/v1/environments/{environmentId}/runs/{runId}/cancel',
  summary: 'Ask a run to end; what was reached is kept',
  description:
    'mode force after a cancel that does not come to its end; mode kill, for administrators, where nothing else ends it.',
  tag,
  rehearsed: true,
  role: 'member',
  params: RunParams,
  query: CancelQuery,
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => cancelRun({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});
