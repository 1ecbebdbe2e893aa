'use client';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { CommandProgress } from '@/lib/model/progress/projection';

/** What simulated machines could not execute, so that nobody takes it for done. */
export function NotExecuted({ commands }: { commands: readonly CommandProgress[] }) {
  const t = useTranslations('deployments.notExecuted');
  return (
    <Notice tone="neutral" title={t('title')} className="items-start">
      <p>{t('why')}</p>
      <ul className="flex flex-col gap-1">
        {commands.map(({ seq, command, host }) => (
          <li key={seq} className="break-words">
            {t('program', { command, host })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
