'use client';
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { FirstEntry } from './first-entry';
import { type MenuParts, MenuPartsContext } from './menu-parts';
import { type Opened, rootState } from './opener';
import { POPUP } from './overlay-classes';

const PARTS: MenuParts = Base;

/** The list of a menu; loaded by `menu.tsx` when one opens. */
export function MenuPopup({
  opened,
  align,
  className,
  children,
}: {
  opened: Opened;
  align: 'start' | 'end';
  className?: string;
  children: ReactNode;
}) {
  const { anchor, triggerId, byKey } = opened;
  return (
    <Base.Root {...rootState(opened)}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup aria-labelledby={triggerId} className={cn(POPUP, 'min-w-48 max-w-80 p-1', className)}>
            <MenuPartsContext value={PARTS}>
              {byKey && <FirstEntry role="menuitem" />}
              {children}
            </MenuPartsContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
