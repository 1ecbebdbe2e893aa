'use client';
import { Hourglass, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDurationRange } from '@/components/ui/use-duration';
import type { TimeLeft as Left } from '@/lib/model/progress/time-left';
import { useRunWords } from './run-words';

/** How much longer it may take: a range, never a promise; and when it takes longer than expected, that it does. */
export function TimeLeft({ left }: { left: Left | null }) {
  const t = useTranslations('deployments.timeLeft');
  const words = useRunWords();
  const range = useDurationRange();
  if (left === null) return <p className="text-ink-muted">{t('unknown')}</p>;
  if (left.kind === 'overdue') {
    const { step, restMs } = left;
    const overdue = t('overdue', { step: words.step(step.effect), usual: range(step.usualMs, step.usualMs) });
    return (
      <p className="flex items-start gap-1.5 text-attention-text">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {restMs < 1_000 ? overdue : `${overdue} ${t('after', { time: range(restMs, restMs) })}`}
      </p>
    );
  }
  const { lowMs, highMs, measured } = left;
  return (
    <p className="flex items-start gap-1.5 text-ink-muted">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(measured ? 'about' : 'unmeasured', { time: range(lowMs, highMs) })}
    </p>
  );
}
