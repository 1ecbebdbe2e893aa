'use client';
import { Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDurationRange } from '@/components/ui/use-duration';
import type { Preview } from '@/lib/model/preview';

/** How long it takes, as far as past runs tell. */
export function ExpectedDuration({ duration }: Pick<Preview, 'duration'>) {
  const t = useTranslations('session.preview');
  const range = useDurationRange();
  const value = duration ? t('durationAbout', { time: range(duration.lowMs, duration.highMs) }) : t('durationNothing');
  const unknown = duration?.unknownSteps ?? 0;
  const note = duration && (unknown > 0 ? t('durationUnknown', { count: unknown }) : t('durationFrom'));
  return (
    <div className="flex items-start gap-2.5">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <dl className="min-w-0">
        <dt className="sr-only">{t('duration')}</dt>
        <dd>
          <span className="font-medium">
            {t('duration')}: {value}
          </span>
          {note && <span className="block text-[13px] text-ink-muted">{note}</span>}
        </dd>
      </dl>
    </div>
  );
}
