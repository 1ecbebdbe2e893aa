import { useTranslations } from 'next-intl';
import type { RefObject } from 'react';
import { cn } from '@/components/ui/class-names';
import { useDuration } from '@/components/ui/use-duration';
import type { Tick } from './positioning';

/** Times since the start over the bars, with the present or the moment that is looked at. Stays in sight. */
export function Axis({
  line,
  marks,
  nowLeft,
}: {
  /** the part that stands for time */
  line: RefObject<HTMLDivElement | null>;
  marks: readonly Tick[];
  /** where the present is, in percent; null once it is over */
  nowLeft: number | null;
}) {
  const t = useTranslations('deployments.timeline');
  const duration = useDuration();
  return (
    <div aria-hidden className="sticky top-0 z-30 bg-surface">
      <div ref={line} data-axis className="relative h-6 border-line border-b text-ink-muted text-xs sm:ml-48 lg:ml-60">
        {marks.map((mark) => (
          <span
            key={mark.ms}
            style={{ left: `${mark.left}%` }}
            className={cn(
              'absolute whitespace-nowrap leading-6',
              mark.left > 96 ? '-translate-x-full' : mark.left > 2 && '-translate-x-1/2',
              nowLeft !== null && Math.abs(nowLeft - mark.left) < NEAR && 'invisible',
            )}
          >
            {duration(mark.ms)}
          </span>
        ))}
        {nowLeft !== null && (
          <span
            style={{ left: `${nowLeft}%` }}
            className={cn(
              'absolute rounded-sm bg-accent px-1 font-medium text-on-accent leading-5',
              nowLeft > 96 ? '-translate-x-full' : nowLeft > 4 && '-translate-x-1/2',
            )}
          >
            {t('now')}
          </span>
        )}
      </div>
    </div>
  );
}

/** A mark this near to the present would be half hidden by it, in percent. */
const NEAR = 5;
