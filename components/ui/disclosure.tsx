'use client';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from './class-names';

/** Details folded until asked for. */
export function Disclosure({
  summary,
  children,
  needed = 0,
  className,
}: {
  summary: ReactNode;
  children: ReactNode;
  /**
   * above zero where something inside wants attention: each number that it has not had before unfolds the details.
   * They are never folded but by whoever looks at them: what is typed in them stays where it is.
   */
  needed?: number;
  className?: string;
}) {
  const panelId = useId();
  const [open, setOpen] = useState(needed > 0);
  const [met, setMet] = useState(needed);
  if (needed !== met) {
    setMet(needed);
    if (needed > 0) setOpen(true);
  }
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-9 min-w-0 max-w-full items-center gap-1.5 rounded-md text-left font-medium text-ink-muted hover:text-ink touch-target"
      >
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 transition-transform duration-150', open && 'rotate-90')}
        />
        {summary}
      </button>
      {open && (
        <div
          id={panelId}
          className="grid grid-rows-[1fr] transition-[grid-template-rows] duration-150 starting:grid-rows-[0fr]"
        >
          <div className="overflow-hidden">
            <div className="pt-2">{children}</div>
          </div>
        </div>
      )}
    </div>
  );
}
