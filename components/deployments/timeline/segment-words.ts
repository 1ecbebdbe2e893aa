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
  const title = ({ kind, step }: Segment) => (step === null ? t(`kinds.${kind}`) : nameOf(step));
  return {
    row: (title: string | null) => title ?? t('cloud'),
    /** what it is: the step's name, or what its kind says */
    title,
    /** what it is, how it stands and how long it takes */
    said(segment: Segment): string {
      const facts = {
        what: title(segment),
        state: t(`states.${segment.state}`),
        duration: duration(segment.to - segment.from),
      };
      return segment.critical ? t('saidCritical', facts) : t('said', facts);
    },
    /** the name of a bar for those who do not see it */
    barName(segment: Segment, rowTitle: string | null): string {
      const facts = {
        what: title(segment),
        host: rowTitle ?? t('cloud'),
        state: t(`states.${segment.state}`),
        duration: duration(segment.to - segment.from),
      };
      return segment.critical ? t('barNameCritical', facts) : t('barName', facts);
    },
  };
}
