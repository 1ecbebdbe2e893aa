'use client';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

/** Details folded until asked for. */
export function Disclosure({
  summary,
  children,
  defaultOpen = false,
  className,
}: {
  summary: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  className?: string;
}) {
  return (
    <Collapsible.Root defaultOpen={defaultOpen} className={className}>
      <Collapsible.Trigger className="group flex min-h-9 items-center gap-1.5 rounded-md text-left font-medium text-ink-muted hover:text-ink touch-target">
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 transition-transform duration-150 group-data-panel-open:rotate-90')}
        />
        {summary}
      </Collapsible.Trigger>
      <Collapsible.Panel className="h-(--collapsible-panel-height) overflow-hidden transition-[height] duration-150 data-ending-style:h-0 data-starting-style:h-0">
        <div className="pt-2">{children}</div>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
