'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useSentenceWords } from '@/components/status/sentence-words';
import { useStatusWords } from '@/components/status/status-words';
import { type NamedStep, useStepWords } from '@/components/status/step-words';
import type { Awaited } from '@/lib/model/progress/awaited';
import type { Failure } from '@/lib/model/progress/failure';
import type { StepCount } from '@/lib/model/progress/steps';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunOutcome } from '@/lib/model/states';
import type { Activity, RunUnit, UnitLine } from './run';

/** Puts what is known of a deployment into sentences of the viewer's language. */
export function useRunWords() {
  const t = useTranslations('deployments');
  const format = useFormatter();
  const nameOf = useStepWords();
  const status = useStatusWords();
  const inWords = useSentenceWords();
  const step = (one: NamedStep & { host: string | null }): string => {
    const name = nameOf(one);
    return one.host === null ? name : t('steps.on', { step: name, host: one.host });
  };
  const list = (steps: readonly (NamedStep & { host: string | null })[]) => {
    const names = steps.slice(0, NAMED).map(step);
    const others = steps.length - names.length;
    return format.list(others > 0 ? [...names, t('steps.others', { count: others })] : names);
  };
  return {
    step,
    nameOf,
    /** The word for how a machine stands in the deployment: one that goes is neither ready nor waiting. */
    state: ({ state, removal }: Pick<RunUnit, 'state' | 'removal'>): string =>
      removal === null ? status.unit(state).word : t(`removal.${removal}`),
    line(line: UnitLine): string {
      switch (line.kind) {
        case 'step':
          return nameOf(line.step);
        case 'removal':
          return t(`removal.${line.removal}`);
        case 'stepFailed':
          return t('unitLine.stepFailed', { step: nameOf(line.step) });
        case 'failed':
          return line.issue === null ? t('unitLine.failed') : inWords(line.issue);
        case 'trouble':
          return inWords(line.text);
        default:
          return t(`unitLine.${line.kind}`);
      }
    },
    activity(activity: Activity): string {
      if (activity.kind !== 'step') return t(`activity.${activity.kind}`);
      return t('activity.step', { step: step(activity.step), others: activity.others });
    },
    /** What is waited for, and who depends on it: "dc1 restarts; two machines wait for it". */
    awaited({ doing, effect, host, waiting }: Awaited): string {
      const what = doing === 'stack' || doing === 'step' ? step(effect) : t(`awaited.${doing}`, { host: host ?? '' });
      return t('awaited.sentence', { what, count: waiting.length, first: waiting[0]?.host ?? '' });
    },
    /** What pressing a machine does. */
    onlyOf: (machine: string): string => t('showMachineLog', { machine }),
    /** How far a deployment is, in one sentence: it never claims to know more than it does. */
    steps({ done, total, atLeast }: StepCount, outcome: RunOutcome | null): string {
      if (outcome === 'success') return t('steps.allDone', { done });
      if (total === null) return t('steps.done', { done });
      if (total === 0 && !atLeast) return t('steps.nothingToDo');
      return t(atLeast ? 'steps.ofAtLeast' : 'steps.of', { done, total });
    },
    /** Why the number of steps is not that of the plan (what a repair finds is not known before), or why nobody knows it; null when there is nothing to say. */
    stepsNote(
      { more, fewer, total, atLeast, planCut }: StepCount,
      outcome: RunOutcome | null,
      kind: RunKind,
    ): string | null {
      if (outcome === null && total === null) return t('steps.unplanned');
      const notes = [
        ...(more.length > 0
          ? [
              t(kind === 'heal' ? 'steps.repaired' : planCut ? 'steps.beyond' : 'steps.more', {
                count: more.length,
                names: list(more),
              }),
            ]
          : []),
        ...(fewer.length > 0
          ? [
              t('steps.fewer', {
                count: fewer.length,
                names: list(fewer.map(({ effect, ...one }) => ({ ...one, kind: effect, stackChange: null }))),
              }),
            ]
          : []),
        ...(outcome === null && atLeast ? [t('steps.cut')] : []),
      ];
      return notes.length > 0 ? notes.join(' ') : null;
    },
    headline({ what, host }: Failure, kind: RunKind): string {
      if (what.kind === 'deployment') return t('failure.stopped', { kind });
      const failed = nameOf(what.step);
      return host === null
        ? t('failure.stepFailed', { step: failed })
        : t('failure.stepFailedOn', { step: failed, host });
    },
  };
}

/** So many steps are named; of more it is told how many they are. */
const NAMED = 4;
