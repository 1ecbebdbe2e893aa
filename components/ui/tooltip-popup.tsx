'use client';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** The hint itself; loaded by `tooltip.tsx` when one is to be shown. */
export function TooltipPopup({
  open,
  onOpenChange,
  anchor,
  side,
  text,
  onEnter,
  onLeave,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: Element | null;
  side: 'top' | 'bottom' | 'left' | 'right';
  text: ReactNode;
  /** the pointer went to the hint: it stays to be read */
  onEnter: () => void;
  onLeave: () => void;
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={8} side={side} className="z-60">
          <Base.Popup
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
            className="max-w-72 origin-(--transform-origin) rounded-md border border-line bg-overlay px-2.5 py-1.5 text-[13px] text-ink shadow-lift transition-[opacity,scale] duration-100 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
