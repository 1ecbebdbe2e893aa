'use client';
import { useTranslations } from 'next-intl';
import type { Failure } from '@/lib/model/progress/failure';
import { stepTitle } from '@/lib/model/progress/step-title';
import type { StepCount } from '@/lib/model/progress/steps';
import type { DeploymentOutcome } from '@/lib/model/states';
import type { Activity, UnitLine } from './run';

/** Puts what is known of a deployment into sentences of the viewer's language. */
export function useRunWords() {
  const t = useTranslations('deployments');
  return {
    line(line: UnitLine): string {
      switch (line.kind) {
        case 'step':
          return line.step;
        case 'stepFailed':
          return t('unitLine.stepFailed', { step: line.step });
        case 'failed':
          return line.told ?? t('unitLine.failed');
        default:
          return t(`unitLine.${line.kind}`);
      }
    },
    activity(activity: Activity): string {
      if (activity.kind !== 'step') return t(`activity.${activity.kind}`);
      const { step, host, others } = activity;
      return host === null ? t('activity.step', { step, others }) : t('activity.stepOn', { step, host, others });
    },
    /** How far a deployment is, in one sentence: it never claims to know more than it does. */
    steps({ done, known }: StepCount, outcome: DeploymentOutcome | null): string {
      if (outcome === 'success') return t('steps.allDone', { done });
      return t(outcome === null ? 'steps.atLeast' : 'steps.soFar', { done, known });
    },
    headline({ what, host }: Failure): string {
      if (what.kind === 'deployment') return t('failure.stopped');
      const step = what.kind === 'machines' ? t('failure.creatingMachines') : stepTitle(what.title);
      return host === null ? t('failure.stepFailed', { step }) : t('failure.stepFailedOn', { step, host });
    },
  };
}
