'use client';
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { type Opened, rootState } from './opener';
import { POPUP } from './overlay-classes';

/** The panel of a popover; loaded by `popover.tsx` when one opens. */
export function PopoverPopup({
  opened,
  title,
  children,
  side,
  align,
  className,
}: {
  opened: Opened;
  title?: ReactNode;
  children: ReactNode;
  side: 'top' | 'bottom' | 'left' | 'right';
  align: 'start' | 'center' | 'end';
  className?: string;
}) {
  const { anchor, triggerId } = opened;
  return (
    <Base.Root {...rootState(opened)}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} align={align} sideOffset={8} className="z-50">
          <Base.Popup
            // an explicit undefined would take the name away that the title gives
            {...(title ? {} : { 'aria-labelledby': triggerId })}
            className={cn(POPUP, 'w-80 max-w-[calc(100vw-2rem)] p-4', className)}
          >
            {title && <Base.Title className="mb-2 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
