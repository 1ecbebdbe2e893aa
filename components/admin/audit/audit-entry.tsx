'use client';
import { ChevronRight } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/code-block';
import type { AuditEntryView } from '@/lib/model/administration';
import { useActionWords } from './action-words';

/** One action as a sentence, when and in which tenant, and folded beneath it everything that was noted. */
export function AuditEntry({ entry }: { entry: AuditEntryView }) {
  const t = useTranslations('admin.audit');
  const format = useFormatter();
  const words = useActionWords();
  const { kind, name } = entry.actor;
  const actor = name === '' ? t(`actor.kinds.${kind}`) : t(`actor.named.${kind}`, { name });
  return (
    <li className="border-line border-b bg-surface [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0">
      <details className="group">
        <summary className="relative grid cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-4 py-2.5 max-md:pr-10 -outline-offset-2 hover:bg-hover/60 md:gap-x-4 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,9rem)_auto] md:items-baseline [&::-webkit-details-marker]:hidden">
          <time dateTime={entry.at} className="text-[13px] text-ink-muted tabular-nums">
            {format.dateTime(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'medium' })}
          </time>
          <span className="min-w-0 break-words text-ink-muted max-md:order-first max-md:col-span-2">
            {words.sentence(entry)}
            {entry.actor.kind !== 'person' && <span className="ml-2 text-[13px]">({actor})</span>}
          </span>
          <span className="truncate text-[13px] text-ink-muted">{entry.tenant?.name ?? t('installation')}</span>
          <ChevronRight
            aria-hidden
            className="size-4 self-center text-ink-muted transition-transform duration-150 group-open:rotate-90 max-md:absolute max-md:top-3 max-md:right-4"
          />
        </summary>
        <div className="px-4 pb-3">
          <dl className="mb-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
            <dt className="text-ink-muted">{t('filter.action')}</dt>
            <dd className="break-all font-mono text-xs">{entry.action}</dd>
            <dt className="text-ink-muted">{t('target')}</dt>
            <dd className="break-all">
              <code className="font-mono text-xs">{`${entry.target} ${entry.target_id}`}</code>
            </dd>
            <dt className="text-ink-muted">{t('actor.label')}</dt>
            <dd className="break-words">{actor}</dd>
            <dt className="text-ink-muted">{t('place')}</dt>
            <dd className="break-all font-mono text-xs">
              {entry.position === null ? t('placeSoon') : `${entry.position} ${entry.hash}`}
            </dd>
            <dt className="text-ink-muted">{t('request')}</dt>
            <dd className="break-all font-mono text-xs">{entry.request_id || '–'}</dd>
          </dl>
          <CodeBlock label={t('noted')} text={JSON.stringify(entry.details, null, 2)} />
        </div>
      </details>
    </li>
  );
}
