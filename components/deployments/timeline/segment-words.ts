'use client';
import { useTranslations } from 'next-intl';
import { useStepWords } from '@/components/status/step-words';
import { useDuration } from '@/components/ui/use-duration';
import type { Segment } from './rows';

/** Puts stretches of time into words. */
export function useSegmentWords() {
  const t = useTranslations('deployments.timeline');
  const duration = useDuration();
  const nameOf = useStepWords();
  const title = ({ kind, step }: Segment) => {
    if (step !== null) return nameOf(step);
    return kind === 'effect' ? t('cloud') : t(`kinds.${kind}`);
  };
  const label = (segment: Segment) =>
    segment.together === null ? title(segment) : t('together', { what: title(segment), ...segment.together });
  const factsOf = (segment: Segment) => ({
    what: label(segment),
    state: t(`states.${segment.state}`),
    duration: duration(segment.to - segment.from),
  });
  return {
    row: (name: string | null) => name ?? t('cloud'),
    /** what it is: the step's name, or what its kind says */
    title,
    /** the words on its bar: what it is, and of several machines how many have done it */
    label,
    /** what it is, how it stands and how long it takes */
    said(segment: Segment): string {
      const facts = factsOf(segment);
      if (segment.state === 'planned') return t('saidPlanned', facts);
      return segment.critical ? t('saidCritical', facts) : t('said', facts);
    },
    /** the name of a bar for those who do not see it */
    barName(segment: Segment, rowTitle: string | null): string {
      const facts = { ...factsOf(segment), host: rowTitle ?? t('cloud') };
      return segment.critical ? t('barNameCritical', facts) : t('barName', facts);
    },
  };
}
