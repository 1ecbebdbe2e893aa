'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/code-block';
import { Disclosure } from '@/components/ui/disclosure';
import type { AuditEntryView } from '@/lib/model/administration';
import { useActionWords } from './action-words';

/** One deed: when, who, what, where, and folded beneath it everything that was noted. */
export function AuditEntry({ entry }: { entry: AuditEntryView }) {
  const t = useTranslations('admin.audit');
  const format = useFormatter();
  const words = useActionWords();
  const { name } = entry.details;
  return (
    <li className="border-line border-b bg-surface px-4 py-2.5 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] last:border-b-0">
      <div className="grid gap-x-4 gap-y-0.5 md:grid-cols-[11rem_minmax(0,11rem)_minmax(0,1fr)_minmax(0,9rem)] md:items-baseline">
        <time dateTime={entry.at} className="text-[13px] text-ink-muted tabular-nums">
          {format.dateTime(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
        <span className="truncate font-medium">{entry.user?.name || t('system')}</span>
        <span className="min-w-0 break-words">
          {words.action(entry.action)}
          {typeof name === 'string' && name !== entry.environment?.name && (
            <span className="text-ink-muted"> {name}</span>
          )}
          {entry.environment && (
            <span className="text-ink-muted"> {t('inEnvironment', { name: entry.environment.name })}</span>
          )}
        </span>
        <span className="truncate text-[13px] text-ink-muted">{entry.tenant?.name ?? t('installation')}</span>
      </div>
      <Disclosure summary={t('details')} className="text-[13px]">
        <dl className="mb-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
          <dt className="text-ink-muted">{t('filter.action')}</dt>
          <dd className="break-all font-mono text-xs">{entry.action}</dd>
          <dt className="text-ink-muted">{t('target')}</dt>
          <dd className="break-all font-mono text-xs">{`${entry.target} ${entry.target_id}`}</dd>
          <dt className="text-ink-muted">{t('request')}</dt>
          <dd className="break-all font-mono text-xs">{entry.request_id || '–'}</dd>
        </dl>
        <CodeBlock label={t('noted')} text={JSON.stringify(entry.details, null, 2)} />
      </Disclosure>
    </li>
  );
}
