'use client';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import { countedSteps, type PlanMark, turnsOf } from './marks';
import type { DrawnPlan } from './marks-context';
import { usePlanWordsOf } from './plan-words';
import { Turns } from './signs';
import { STEP_SIGNS } from './step-signs';

/** What the signs of a drawn plan mean, each with how many machines have it; the order where there is one. */
export function PlanLegend({ workflow, machines, parts }: DrawnLegend) {
  const t = useTranslations('workflows.drawing');
  const { step } = usePlanWordsOf(workflow);
  const isOrdered = turnsOf(machines).length > 0;
  return (
    <ul aria-label={t('legend')} className="flex flex-wrap gap-x-5 gap-y-1.5 text-[13px]">
      {countedSteps(machines).map(({ does, count }) => {
        const { icon: Icon, text } = STEP_SIGNS[does];
        return (
          <li key={does} className={cn('inline-flex items-center gap-1.5', text)}>
            <Icon aria-hidden className="size-4" />
            {t('counted', { step: step(does), count })}
          </li>
        );
      })}
      {isOrdered && (
        <li className="inline-flex items-center gap-1.5 text-ink-muted">
          <Turns turns={[1]} className="h-5 min-w-5 text-xs" />
          {t(workflow === 'restart' ? 'orderOfRestart' : 'order')}
        </li>
      )}
      {turnsOf(parts).length > 0 && (
        <li className="inline-flex items-center gap-1.5 text-ink-muted">
          <Turns turns={[1]} className="h-4 min-w-4 text-[11px]" />
          {t('orderOfParts')}
        </li>
      )}
    </ul>
  );
}

interface DrawnLegend {
  workflow: DrawnPlan['workflow'];
  machines: readonly PlanMark[];
  /** of what stands on machines */
  parts: readonly PlanMark[];
}
