'use client';
import { useTranslations } from 'next-intl';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { VerdictGroups } from './verdict-groups';

/** What policies said as a run began; none of it stopped it. */
export function RunVerdicts({ verdicts }: { verdicts: readonly PolicyVerdict[] }) {
  const t = useTranslations('policies.run');
  return (
    <VerdictGroups verdicts={verdicts} words={{ stops: t('warned'), warns: t('warned'), changes: t('changed') }} />
  );
}
