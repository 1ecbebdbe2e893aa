'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type EnvironmentFacts, environmentState } from '@/lib/model/environment-state';
import type { DeploymentStatus, RunState } from '@/lib/model/states';
import type { UnitState } from '@/lib/model/unit-state';
import type { DeployedAndDrafted } from '@/lib/model/views';

/** How a state is shown: its colour and shape, its word, and what it means. */
export interface StatusWords {
  state: UnitState;
  word: string;
  sentence: string;
}

const ENVIRONMENTS = {
  empty: 'waiting',
  nothing: 'waiting',
  ready: 'ready',
  deploying: 'running',
  deleting: 'running',
  failed: 'failed',
  stopped: 'attention',
  broken: 'failed',
  partly: 'attention',
  drifted: 'attention',
  resting: 'stopped',
  suspended: 'suspended',
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
  const format = useFormatter();
  return {
    /**
     * What is deployed in an environment; one without services and drafts waits for its first service. What is
     * under way says what it is. What was left half-way says so in place of how its run ended.
     */
    deployed(environment: DeployedAndDrafted & EnvironmentFacts, serviceCount: number): StatusWords {
      const { deployed_status: deployed, active_kind: kind, half_way: halfWay, drafts } = environment;
      if (halfWay !== null) {
        return {
          state: deployed === 'failed' ? 'failed' : 'attention',
          word: t(`halfWayStates.${halfWay}`),
          sentence: t(`halfWaySentences.${halfWay}`),
        };
      }
      if (deployed === 'deploying' && kind !== null && kind !== 'deploy' && kind !== 'delete') {
        return { state: 'running', word: t(`underWay.${kind}`), sentence: t('underWayOther') };
      }
      const idle = deployed === 'nothing' || deployed === 'ready';
      const key = idle && serviceCount === 0 && drafts === null ? 'empty' : environmentState(environment);
      return {
        state: ENVIRONMENTS[key],
        word: t(`environmentStates.${key}`),
        sentence: t(`environmentSentences.${key}`),
      };
    },
    /** Whose drafts of an environment hold changes; null when there is none. */
    drafted({ drafts }: DeployedAndDrafted): StatusWords | null {
      if (!drafts) return null;
      const { mine, others, people } = drafts;
      const [name] = people;
      const whose = mine ? 'mine' : name === undefined ? 'others' : 'named';
      const words = { others, name: name ?? '', names: format.list(people), count: people.length };
      return {
        state: 'draft',
        word: t(`draftStates.${whose === 'named' && others > 1 ? 'others' : whose}`, words),
        sentence: t(`draftSentences.${mine && others > 0 ? 'both' : whose}`, words),
      };
    },
    /** A deployment's status as the API tells it; `state` tells one that has not started from one that runs. */
    deployment(status: DeploymentStatus, state?: RunState): StatusWords {
      const key = state === 'queued' ? 'queued' : status;
      return { state: DEPLOYMENTS[key], word: t(`deploymentStates.${key}`), sentence: t(`deploymentSentences.${key}`) };
    },
    unit(state: UnitState): StatusWords {
      return { state, word: t(`unitStates.${state}`), sentence: t(`unitStateSentences.${state}`) };
    },
  };
}
