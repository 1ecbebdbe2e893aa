'use client';
import { useTranslations } from 'next-intl';
import type { DeploymentOutcome, DeploymentState, DeploymentStatus, EnvironmentStatus } from '@/lib/model/states';
import type { UnitState } from '@/lib/model/unit-state';

/** How a state is shown: its colour and shape, its word, and what it means. */
export interface StatusWords {
  state: UnitState;
  word: string;
  sentence: string;
}

const ENVIRONMENTS = {
  empty: 'waiting',
  ready: 'ready',
  pending: 'draft',
  deploying: 'running',
  deleting: 'running',
  failed: 'failed',
  stopped: 'attention',
} as const;

const DEPLOYMENTS = {
  queued: 'waiting',
  running: 'running',
  running_w_warnings: 'running',
  running_w_errors: 'running',
  success: 'ready',
  completed_w_warnings: 'attention',
  completed_w_errors: 'failed',
  cancelled: 'attention',
} as const;

/** What the dashboard calls the states of environments and deployments, in the viewer's language. */
export function useStatusWords() {
  const t = useTranslations('common');
  return {
    /** An environment's status: one that is ready and empty waits to be configured, one that was stopped did not fail. */
    environment(status: EnvironmentStatus, serviceCount: number, lastOutcome: DeploymentOutcome | null): StatusWords {
      const key = environmentKey(status, serviceCount, lastOutcome);
      return {
        state: ENVIRONMENTS[key],
        word: t(`environmentStates.${key}`),
        sentence: t(`environmentSentences.${key}`),
      };
    },
    /** A deployment's status as the API tells it; `state` tells one that has not started from one that runs. */
    deployment(status: DeploymentStatus, state?: DeploymentState): StatusWords {
      const key = state === 'queued' ? 'queued' : status;
      return { state: DEPLOYMENTS[key], word: t(`deploymentStates.${key}`), sentence: t(`deploymentSentences.${key}`) };
    },
    unit(state: UnitState): StatusWords {
      return { state, word: t(`unitStates.${state}`), sentence: t(`unitStateSentences.${state}`) };
    },
  };
}

function environmentKey(
  status: EnvironmentStatus,
  serviceCount: number,
  lastOutcome: DeploymentOutcome | null,
): keyof typeof ENVIRONMENTS {
  if (status === 'ready' && serviceCount === 0) return 'empty';
  return status === 'failed' && lastOutcome === 'cancelled' ? 'stopped' : status;
}
