import { previewDeletion } from '@/lib/environments/preview/deletion';
import { previewSession } from '@/lib/environments/preview/session';
import { PreviewSchema } from '@/lib/model/preview';
import { endpoint } from '../endpoint';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, SessionParams } from './parameters';

export const previewSessionEndpoint = endpoint({
  id: 'previewSession',
  method: 'GET',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/preview',
  summary: 'What deploying a draft of mine would do: machines, resources, plans, quota, time',
  description:
    'Computed by running the packages on the draft without acting: machines are taken to do what they are told. Secrets are masked; what only the cloud will know stands as a phrase in ‹ ›.',
  tag: 'sessions',
  role: 'reader',
  expensive: true,
  params: SessionParams,
  response: PreviewSchema,
  errors: [401, 403, 404],
  handle: (call) => previewSession({ ctx: contextOf(call), input: call.params }),
});

export const previewDeletionEndpoint = endpoint({
  id: 'previewDeletion',
  method: 'GET',
  path: '/v1/environments/{environmentId}/deletion',
  summary: 'What deleting an environment would do: machines and resources that go, and how long it takes',
  tag: 'environments',
  role: 'reader',
  expensive: true,
  params: EnvironmentParams,
  response: PreviewSchema,
  errors: [401, 403, 404],
  handle: (call) => previewDeletion({ ctx: contextOf(call), input: call.params }),
});
