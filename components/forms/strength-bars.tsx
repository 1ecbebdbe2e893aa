import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names';

const BARS = [1, 2, 3, 4] as const;
const COLOURS = ['bg-line', 'bg-failed-solid', 'bg-attention-solid', 'bg-running-solid', 'bg-ready-solid'];

/** Four bars, so many of them filled, and a word beside them. */
export function StrengthBars({ score, children }: { score: 0 | 1 | 2 | 3 | 4; children?: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {BARS.map((bar) => (
          <span key={bar} className={cn('h-1.5 rounded-full', bar <= score ? COLOURS[score] : 'bg-line')} />
        ))}
      </div>
      <span role="status" className="min-h-lh min-w-16 text-right font-medium">
        {children}
      </span>
    </div>
  );
}
