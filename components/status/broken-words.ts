'use client';
import { useTranslations } from 'next-intl';
import { isBroken } from '@/lib/model/operations/condition';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { useSentenceWords } from './sentence-words';

/** Says of a machine why it does not work; null of one that works, rests, or of which nothing is known. */
export function useBrokenWords(): (host: Pick<TopologyNode, 'state' | 'host'>) => string | null {
  const t = useTranslations('workflows');
  const inWords = useSentenceWords();
  return ({ state, host }) => {
    const condition = host?.condition;
    if (!condition || state !== 'failed' || !isBroken(condition)) return null;
    const { status } = condition;
    return status?.ok === false ? t('broken', { message: inWords(status.message) }) : t('unsure');
  };
}
