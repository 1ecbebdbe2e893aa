'use client';
import { useTranslations } from 'next-intl';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { ATTENTIONS, type Attention } from '@/lib/model/attentions';
import { ATTENTION_LOOK } from './attention-look';

/** How many environments want what, where any do; each number shows its environments, pressed again all of them. */
export function Numbers({
  counts,
  chosen,
  onChoose,
}: {
  counts: Record<Attention, number>;
  chosen: string;
  onChoose: (attention: string) => void;
}) {
  const t = useTranslations('admin.overview');
  return (
    <ul aria-label={t('numbers')} className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-7">
      {ATTENTIONS.map((attention) => {
        const count = counts[attention];
        const pressed = chosen === attention;
        if (count === 0 && !pressed) return null;
        return (
          <li key={attention}>
            <button
              type="button"
              aria-pressed={pressed}
              title={t(`sentence.${attention}`)}
              onClick={() => onChoose(pressed ? '' : attention)}
              className={cn(
                'flex h-full w-full items-center gap-3 rounded-xl border px-3.5 py-3 text-left transition-colors',
                pressed ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover/60',
              )}
            >
              <StatusIcon state={ATTENTION_LOOK[attention]} className="size-5" />
              <span className="min-w-0">
                <span className="block font-semibold text-xl tabular-nums">{count}</span>
                <span className="block text-[13px] text-ink-muted leading-tight">{t(`word.${attention}`)}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
