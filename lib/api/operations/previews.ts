import { PreviewSchema } from '@/lib/model/preview';
import { operation } from '../operation';
import { EnvironmentParams, SessionParams } from './parameters';

export const previewSessionOperation = operation({
  id: 'previewSession',
  method: 'GET',
  path: '/v1/environments/{environmentId}/sessions/{sessionId}/preview',
  summary: 'What deploying a draft of mine would do: machines, resources, plans, quota, time',
  description:
    'Computed by running the packages on the draft without acting: machines are taken to do what they are told. Secrets are masked; what only the cloud will know stands as a phrase in ‹ ›.',
  tag: 'sessions',
  role: 'reader',
  params: SessionParams,
  response: PreviewSchema,
  errors: [401, 403, 404],
});

export const previewDeletionOperation = operation({
  id: 'previewDeletion',
  method: 'GET',
  path: '/v1/environments/{environmentId}/deletion',
  summary: 'What deleting an environment would do: machines and resources that go, and how long it takes',
  tag: 'environments',
  role: 'reader',
  params: EnvironmentParams,
  response: PreviewSchema,
  errors: [401, 403, 404],
});
