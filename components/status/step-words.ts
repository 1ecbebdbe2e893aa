'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { EffectProgress } from '@/lib/model/progress/projection';
import { stackChangeParts } from '@/lib/model/progress/stack-change';
import { stepTitle } from '@/lib/model/progress/step-title';
import { isSuspensionStep, type SuspensionStep } from '@/lib/model/progress/suspension-steps';
import { useGuide } from './guide-context';

/** What a step is called by: a change of the stack by what it does, a plan by its title. */
export type NamedStep = Pick<EffectProgress, 'title' | 'stackChange'>;

const SUSPENSION_WORDS = {
  'stack.suspend': 'suspendAll',
  'stack.resume': 'wakeAll',
  'machine.suspend': 'suspend',
  'machine.resume': 'wake',
} as const satisfies Record<SuspensionStep, string>;

/** The name of a step, in the viewer's language: "Create 2 machines, remove 1 machine", "Joining the domain". */
export function useStepWords(): (step: NamedStep) => string {
  const t = useTranslations('common.steps');
  const { steps } = useGuide();
  return useCallback(
    ({ title, stackChange }) => {
      if (isSuspensionStep(title)) return t(`suspension.${SUSPENSION_WORDS[title]}`);
      if (stackChange === null) return stepTitle(title, steps);
      const parts = stackChangeParts(stackChange).map(({ what, change, count }) => t(`${what}.${change}`, { count }));
      const said = parts.length > 0 ? parts.join(', ') : t('nothing');
      return said.charAt(0).toUpperCase() + said.slice(1);
    },
    [t, steps],
  );
}
