'use client';
import { useTranslations } from 'next-intl';
import { useDuration } from '@/components/ui/use-duration';
import type { Segment } from './rows';

/** Puts stretches of time into words. */
export function useSegmentWords() {
  const t = useTranslations('deployments.timeline');
  const duration = useDuration();
  return {
    row: (title: string | null) => title ?? t('cloud'),
    /** what it is: the step's name, or what its kind says */
    title: ({ kind, title }: Segment) => (kind === 'effect' ? title : t(`kinds.${kind}`)),
    /** what it is, how it stands and how long it takes */
    said(segment: Segment): string {
      const facts = {
        what: segment.kind === 'effect' ? segment.title : t(`kinds.${segment.kind}`),
        state: t(`states.${segment.state}`),
        duration: duration(segment.to - segment.from),
      };
      return segment.critical ? t('saidCritical', facts) : t('said', facts);
    },
    /** the name of a bar for those who do not see it */
    barName(segment: Segment, rowTitle: string | null): string {
      const facts = {
        what: segment.title,
        host: rowTitle ?? t('cloud'),
        state: t(`states.${segment.state}`),
        duration: duration(segment.to - segment.from),
      };
      return segment.critical ? t('barNameCritical', facts) : t('barName', facts);
    },
  };
}
