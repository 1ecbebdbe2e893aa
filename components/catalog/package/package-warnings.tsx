'use client';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { PackageWarning } from '@/lib/model/package-details';

/** What will hardly do what was meant, each with its file and line, what is written there, and what to write instead. */
export function PackageWarnings({ warnings }: { warnings: readonly PackageWarning[] }) {
  const t = useTranslations('catalog.details');
  if (warnings.length === 0)
    return (
      <p className="flex items-center gap-2 text-ink-muted">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-ready-text" />
        {t('noWarnings')}
      </p>
    );
  return (
    <Notice tone="attention" title={t('warnings', { count: warnings.length })}>
      <p>{t('warningsHint')}</p>
      <ul className="mt-2 flex max-h-80 flex-col gap-3 overflow-y-auto">
        {warnings.map(({ file, line, code, text, sentence, hint }) => (
          <li key={`${file} ${line} ${code} ${sentence}`} className="min-w-0">
            <p className="break-all font-mono text-xs opacity-90">{t('place', { file, line })}</p>
            <p>{sentence}</p>
            {text !== '' && <code className="block break-words font-mono text-xs">{text}</code>}
            {hint !== null && <p>{t('hint', { text: hint })}</p>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
