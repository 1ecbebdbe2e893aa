'use client';
import { Hourglass, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDuration } from '@/components/ui/use-duration';
import type { TimeLeft as Left } from '@/lib/model/progress/time-left';

/** How much longer it may take, as far as past deployments tell: a range, never a promise. */
export function TimeLeft({ left }: { left: Left | null | undefined }) {
  const t = useTranslations('deployments.timeLeft');
  const duration = useDuration();
  const rough = (ms: number) => duration(roughly(ms));
  // the line keeps its place while the answer is on its way
  if (left === undefined) return <p aria-hidden className="h-5" />;
  if (left === null) return <p className="text-ink-muted">{t('unknown')}</p>;
  if (left.kind === 'longer') {
    return (
      <p className="flex items-center gap-1.5 text-attention-text">
        <TriangleAlert aria-hidden className="size-4" />
        {t('longer', { usual: rough(left.usualMs) })}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5 text-ink-muted">
      <Hourglass aria-hidden className="size-4" />
      {left.kind === 'range'
        ? t('range', { low: rough(left.lowMs), high: rough(left.highMs) })
        : left.kind === 'atMost'
          ? t('atMost', { high: rough(left.highMs) })
          : t('atLeast', { low: rough(left.lowMs) })}
    </p>
  );
}

/** Coarse enough not to look exact: to 1 s below ten, to 5 s below a minute, to 15 s below five, to a minute above. */
function roughly(ms: number): number {
  const grain = ms < 10_000 ? 1_000 : ms < 60_000 ? 5_000 : ms < 300_000 ? 15_000 : 60_000;
  return Math.max(grain, Math.round(ms / grain) * grain);
}
