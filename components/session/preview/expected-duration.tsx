'use client';
import { Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDuration } from '@/components/ui/use-duration';
import type { Preview } from '@/lib/model/preview';

/** How long it takes, as far as past runs tell. */
export function ExpectedDuration({ duration, steps }: Pick<Preview, 'duration' | 'steps'>) {
  const t = useTranslations('session.preview');
  const words = useDuration();
  const [value, note] = told();
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

  function told(): [string, string | null] {
    if (steps.length === 0) return [t('durationNothing'), null];
    if (!duration) return [t('durationNone'), t('durationNoneText')];
    const { lowMs, typicalMs, highMs, unknownSteps } = duration;
    if (unknownSteps > 0) {
      return [t('durationAtLeast', { low: words(lowMs) }), t('durationUnknown', { count: unknownSteps })];
    }
    const [low, high] = [words(lowMs), words(highMs)];
    const range = low === high ? t('durationAbout', { typical: words(typicalMs) }) : t('durationRange', { low, high });
    return [range, t('durationFrom')];
  }
}
