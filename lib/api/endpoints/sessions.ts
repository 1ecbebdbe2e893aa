import { z } from 'zod';
import { openSession } from '@/lib/environments/sessions/configure';
import { deploySession } from '@/lib/environments/sessions/deploy';
import { diffSession } from '@/lib/environments/sessions/diff';
import { discardSession } from '@/lib/environments/sessions/discard';
import { getSession } from '@/lib/environments/sessions/get';
import { listSessions } from '@/lib/environments/sessions/list';
import { listConflicts, reapplySession } from '@/lib/environments/sessions/reapply';
import { revertChange } from '@/lib/environments/sessions/revert';
import { IdSchema } from '@/lib/model/environment';
import { SessionDiffSchema } from '@/lib/model/session-diff';
import { ConflictSchema, ReappliedSessionViewSchema, SessionPageSchema, SessionViewSchema } from '@/lib/model/views';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, pageParameters, SessionParams } from './parameters';

const tag = 'sessions';

export const openSessionEndpoint = endpoint({
  id: 'openSession',
  method: 'POST',
  path: '/v1/environments/{environmentId}/configure',
  summary: 'Open a session: a draft of the environment as it is now',
  tag,
  role: 'member',
  params: EnvironmentParams,
  response: SessionViewSchema,
  errors: [401, 403, 404, 409],
  handle: (call) => openSession({ ctx: contextOf(call), input: call.params }),
});

export const listSessionsEndpoint = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/v1/environments/{environmentId}/sessions',
  summary: 'The sessions of an environment, whosever they are, newest first, a page at a time',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object(pageParameters(100)),
  response: SessionPageSchema,
  errors: [400, 401, 403, 404],
  handle: (call) => listSessions({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const getSessionEndpoint = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}',
  summary: 'One session of mine, also after it was deployed',
  tag,
  role: 'reader',
  params: SessionParams,
  response: SessionViewSchema,
  errors: [401, 403, 404],
  handle: (call) => getSession({ ctx: contextOf(call), input: call.params }),
});

export const discardSessionEndpoint = endpoint({
  id: 'discardSession',
  method: 'DELETE',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}',
  summary: 'Throw a draft away',
  tag,
  role: 'member',
  params: SessionParams,
  response: null,
  errors: [401, 403, 404],
  handle: (call) => discardSession({ ctx: contextOf(call), input: call.params }),
});

export const deploySessionEndpoint = endpoint({
  id: 'deploySession',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/deploy',
  summary: 'Deploy a session: the first one wins, other open sessions become invalid',
  description:
    'With an Idempotency-Key, asking again answers with the same deployment. With the revision of a diff or a preview as If-Match, a draft that was changed since is refused (409, session_changed).',
  tag,
  role: 'member',
  params: SessionParams,
  headers: z.object({
    'idempotency-key': z.string().min(1).max(255).optional(),
    'if-match': z
      .string()
      .regex(/^"\d{1,9}"$/, 'Send the revision of the diff or the preview in quotation marks, such as "12".')
      .optional(),
  }),
  response: z.object({ deployment_id: z.string() }),
  errors: [400, 401, 403, 404, 409, 422],
  handle: (call) =>
    deploySession({
      ctx: contextOf(call),
      input: {
        ...call.params,
        idempotencyKey: call.headers['idempotency-key'],
        revision: revisionIn(call.headers['if-match']),
      },
    }),
});

export const diffSessionEndpoint = endpoint({
  id: 'diffSession',
  method: 'GET',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/diff',
  summary: 'What a draft of mine changes, and what stands against deploying it',
  tag,
  role: 'reader',
  params: SessionParams,
  response: SessionDiffSchema,
  errors: [401, 403, 404],
  handle: (call) => diffSession({ ctx: contextOf(call), input: call.params }),
});

export const listConflictsEndpoint = endpoint({
  id: 'listConflicts',
  method: 'GET',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/conflicts',
  summary: 'What both an invalid session and whoever deployed first have changed, with what each made of it',
  tag,
  role: 'member',
  params: SessionParams,
  response: z.object({ conflicts: z.array(ConflictSchema) }),
  errors: [401, 403, 404, 409],
  handle: async (call) => ({ conflicts: await listConflicts({ ctx: contextOf(call), input: call.params }) }),
});

export const reapplySessionEndpoint = endpoint({
  id: 'reapplySession',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/reapply',
  summary: 'Begin again with the changes of an invalid session on the environment as it is now',
  tag,
  role: 'member',
  params: SessionParams,
  query: z.object({
    mine: z
      .array(z.string().max(500))
      .max(500)
      .default([])
      .meta({ description: 'paths of conflicts at which the draft counts; at all others what is deployed does' }),
  }),
  response: ReappliedSessionViewSchema,
  errors: [401, 403, 404, 409],
  handle: (call) => reapplySession({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
});

export const revertChangeEndpoint = endpoint({
  id: 'revertChange',
  method: 'POST',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/revert',
  summary: 'Take one change out of a draft of mine: a service, a unit or a property is again as it was',
  tag,
  role: 'member',
  params: SessionParams,
  body: z.object({ serviceId: IdSchema, unitId: IdSchema.optional(), property: z.string().max(220).optional() }),
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: (call) => revertChange({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
});

/** The number in an entity tag such as `"12"`. */
function revisionIn(tag: string | undefined): number | undefined {
  return tag === undefined ? undefined : Number(tag.slice(1, -1));
}
