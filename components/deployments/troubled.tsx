'use client';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { RunUnit } from './run';
import { useRunWords } from './run-words';

/** Which machines cannot go on with their step, and what to do about it. */
export function Troubled({ units }: { units: readonly RunUnit[] }) {
  const t = useTranslations('deployments.page');
  const words = useRunWords();
  const troubled = units.filter(({ line }) => line.kind === 'trouble');
  if (troubled.length === 0) return null;
  return (
    <Notice tone="attention" title={t('trouble', { count: troubled.length })}>
      {troubled.map(({ unitId, line }) => (
        <p key={unitId} className="break-words">
          {words.line(line)}
        </p>
      ))}
      <p>{t('troubleStays')}</p>
    </Notice>
  );
}
