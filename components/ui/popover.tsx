'use client';
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './class-names';

export const POPUP =
  'origin-(--transform-origin) rounded-lg border border-line bg-overlay text-ink shadow-lift outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';

/** A small panel beside the thing that opened it. */
export function Popover({
  trigger,
  title,
  children,
  side = 'bottom',
  align = 'center',
  className,
}: {
  trigger: ReactElement;
  title?: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
  className?: string;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={8} className="z-50">
          <Base.Popup className={cn(POPUP, 'w-80 max-w-[calc(100vw-2rem)] p-4', className)}>
            {title && <Base.Title className="mb-2 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
