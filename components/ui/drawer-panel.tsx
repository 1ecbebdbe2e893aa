'use client';
import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { IconButton } from './icon-button';
import { SCRIM } from './overlay-classes';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'left' | 'right';
  modal?: boolean;
}

/** The drawer itself; loaded by `drawer.tsx` when one opens. */
export function DrawerPanel({
  open,
  onOpenChange,
  title,
  children,
  footer,
  side = 'right',
  modal = true,
}: DrawerProps) {
  const t = useTranslations('ui');
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection={side} modal={modal}>
      <Base.Portal>
        {modal && <Base.Backdrop className={SCRIM} />}
        <Base.Viewport
          className={cn(
            'pointer-events-none fixed inset-0 z-50 flex items-stretch',
            side === 'right' ? 'justify-end' : 'justify-start',
          )}
        >
          <Base.Popup
            className={cn(
              'pointer-events-auto flex h-full w-[22rem] max-w-[calc(100vw-2.5rem)] touch-auto flex-col overflow-hidden border-line bg-overlay shadow-lift outline-none transition-transform duration-200 [transform:translateX(var(--drawer-swipe-movement-x))] data-swiping:select-none',
              side === 'right'
                ? 'border-l data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)] sm:w-[26rem]'
                : 'border-r data-ending-style:[transform:translateX(-100%)] data-starting-style:[transform:translateX(-100%)]',
            )}
          >
            <div className="flex items-center justify-between gap-4 border-line border-b px-4 py-3">
              <Base.Title className="min-w-0 truncate font-semibold text-[15px]">{title}</Base.Title>
              <IconButton label={t('close')} size="sm" onClick={() => onOpenChange(false)}>
                <X aria-hidden />
              </IconButton>
            </div>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</Base.Content>
            {footer && <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
