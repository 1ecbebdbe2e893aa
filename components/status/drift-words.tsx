'use client';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import { differencesOf } from '@/lib/model/operations/condition';
import { withFullStop } from '@/lib/model/sentence';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { useSentenceWords } from './sentence-words';

/** What of a machine was changed by hand, a sentence each; empty where nothing is known to have been. */
export function differencesOn({ host }: Pick<TopologyNode, 'host'>): readonly string[] {
  return host?.condition ? differencesOf(host.condition) : [];
}

/** Says of a machine what was changed by hand; nothing where nothing is known to have been. */
export function DriftWords({ host, className }: { host: Pick<TopologyNode, 'host'>; className?: string }) {
  const t = useTranslations('workflows');
  const inWords = useSentenceWords();
  const differences = differencesOn(host).map((one) => withFullStop(inWords(one)));
  if (differences.length === 0) return null;
  return (
    <p className={cn('break-words text-attention-text', className)}>
      {t('drifted', { differences: differences.join(' ') })}
    </p>
  );
}
