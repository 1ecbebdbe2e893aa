'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { stepWords } from '@/components/shell/workflows/step-words';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { countedSteps, type PlanMark, turnsOf } from './marks';
import { type DrawnPlan, useDrawnPlan } from './marks-context';

/** What a plan says of a box, in the viewer's language. */
export interface PlanWords {
  /** what is done with one machine or part: "Is checked" */
  step(does: UnitPlan['does']): string;
  /** all that is done with it, and when, in sentences; null of what no plan speaks of */
  sentence(mark: PlanMark | null): string | null;
  /** what is done with how many machines */
  summary(machines: readonly PlanMark[]): string;
}

/** The words of the plan that is drawn. */
export function usePlanWords(): PlanWords {
  return usePlanWordsOf(useDrawnPlan()?.workflow ?? 'start');
}

/**
 * What a plan does with a machine and with what stands on it, for screen readers; undefined where none is drawn.
 *
 * @param parts what stands on it
 */
export function usePlanDescription(node: TopologyNode, parts: readonly TopologyNode[]): string | undefined {
  const plan = useDrawnPlan();
  const { sentence } = usePlanWords();
  if (!plan) return undefined;
  return [
    sentence(plan.marks.get(node.id) ?? null),
    ...parts.flatMap(({ id, title }) => {
      const mark = plan.marks.get(id);
      return mark ? [`${title}: ${sentence(mark)}`] : [];
    }),
  ].join(' ');
}

/** The words of the plan of a workflow. */
export function usePlanWordsOf(workflow: DrawnPlan['workflow']): PlanWords {
  const t = useTranslations('workflows');
  return useMemo(() => {
    const step = (does: UnitPlan['does']) => t(`drawing.steps.${stepWords(workflow, does)}`);
    return {
      step,
      summary: (machines) => {
        const counts = countedSteps(machines).map(({ does, count }) =>
          t('drawing.counted', { step: step(does), count }),
        );
        return counts.length === 0 ? `${step('nothing')}.` : `${counts.join(', ')}.`;
      },
      sentence: (mark) => {
        if (!mark) return null;
        const { steps, because } = mark;
        const turns = turnsOf([mark]);
        const done = steps.length === 0 ? step('nothing') : steps.map(({ does }) => step(does)).join(', ');
        return [
          turns.length === 0 ? `${done}.` : t('drawing.inTurn', { done, turns: turns.join(', ') }),
          ...(because === null ? [] : [t(`because.${because}`)]),
        ].join(' ');
      },
    };
  }, [t, workflow]);
}
