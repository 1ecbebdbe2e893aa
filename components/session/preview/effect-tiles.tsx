'use client';
import { CirclePlus, Equal, RefreshCw, RotateCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import type { EffectCounts } from './effects';

const TILES = {
  create: { icon: CirclePlus, colour: 'text-accent-ink' },
  change: { icon: SlidersHorizontal, colour: 'text-running-text' },
  restart: { icon: RotateCw, colour: 'text-attention-text' },
  replace: { icon: RefreshCw, colour: 'text-attention-text' },
  remove: { icon: Trash2, colour: 'text-failed-text' },
  keep: { icon: Equal, colour: 'text-ink-muted' },
} as const;
const ORDER = ['create', 'change', 'restart', 'replace', 'remove', 'keep'] as const;

/** The effects in numbers; nothing of those that do not happen. */
export function EffectTiles({ counts }: { counts: EffectCounts }) {
  const t = useTranslations('session.preview.tile');
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line empty:hidden">
      {ORDER.filter((effect) => counts[effect] > 0).map((effect) => {
        const { icon: Icon, colour } = TILES[effect];
        const count = counts[effect];
        return (
          <div
            key={effect}
            className="flex flex-1 basis-28 flex-col-reverse justify-end gap-0.5 bg-surface px-3 py-2.5"
          >
            <dt className="text-[13px] text-ink-muted leading-4">{t(effect)}</dt>
            <dd className={cn('flex items-center gap-1.5 font-semibold text-lg tabular-nums leading-6', colour)}>
              <Icon aria-hidden className="size-4" />
              {count}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
