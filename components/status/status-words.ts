import type { DeploymentState, DeploymentStatus, EnvironmentStatus } from '@/lib/model/environment';
import type { UnitState } from '@/lib/model/unit-state';

/** How a state is shown: its colour and shape, its word, and what it means. */
export interface StatusWords {
  state: UnitState;
  word: string;
  sentence: string;
}

/** An environment's status; one that is ready and empty waits to be configured. */
export function environmentWords(status: EnvironmentStatus, serviceCount: number): StatusWords {
  switch (status) {
    case 'ready':
      return serviceCount === 0
        ? { state: 'waiting', word: 'Ready to configure', sentence: 'It is empty. Add a first service.' }
        : { state: 'ready', word: 'Ready', sentence: 'Everything is deployed as asked.' };
    case 'pending':
      return { state: 'draft', word: 'Configuring', sentence: 'There are changes that are not deployed yet.' };
    case 'deploying':
      return {
        state: 'running',
        word: 'Deploying',
        sentence: 'A deployment runs. The next change has to wait for it.',
      };
    case 'deleting':
      return { state: 'running', word: 'Deleting', sentence: 'Its machines are being removed.' };
    case 'failed':
      return {
        state: 'failed',
        word: 'Failed',
        sentence: 'The last deployment failed. Deploying again goes on from there.',
      };
  }
}

const DEPLOYMENTS: Record<DeploymentStatus, StatusWords> = {
  running: { state: 'running', word: 'Running', sentence: 'It is under way.' },
  running_w_warnings: {
    state: 'running',
    word: 'Running with warnings',
    sentence: 'It is under way; something needs a look.',
  },
  running_w_errors: { state: 'running', word: 'Running with errors', sentence: 'It is under way; a step failed.' },
  success: { state: 'ready', word: 'Successful', sentence: 'Everything went as asked.' },
  completed_w_warnings: {
    state: 'attention',
    word: 'Completed with warnings',
    sentence: 'It is over; something needs a look.',
  },
  completed_w_errors: { state: 'failed', word: 'Failed', sentence: 'It ended with an error.' },
  cancelled: { state: 'attention', word: 'Cancelled', sentence: 'Someone stopped it.' },
};

/** A deployment's status as the API tells it; `state` tells one that has not started from one that runs. */
export function deploymentWords(status: DeploymentStatus, state?: DeploymentState): StatusWords {
  return state === 'queued'
    ? { state: 'waiting', word: 'Waiting to start', sentence: 'It will start in a moment.' }
    : DEPLOYMENTS[status];
}
