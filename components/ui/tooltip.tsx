'use client';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** A hint on hover and focus. Never the only place where something is said. */
export function Tooltip({
  text,
  children,
  side = 'top',
}: {
  text: ReactNode;
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} side={side} className="z-60">
          <Base.Popup className="max-w-72 origin-(--transform-origin) rounded-md border border-line bg-overlay px-2.5 py-1.5 text-[13px] text-ink shadow-lift transition-[opacity,scale] duration-100 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Shared delay: after the first hint the next ones come at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={350}>{children}</Base.Provider>;
}
