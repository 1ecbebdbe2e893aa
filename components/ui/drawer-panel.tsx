'use client';
import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './class-names';
import { IconButton } from './icon-button';
import { SCRIM } from './overlay-classes';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  side?: DrawerSide;
  modal?: boolean;
  /** told how much of the window the drawer takes while it is open, in pixels from its side; null once it is closed */
  onCover?: (cover: Cover | null) => void;
}

type DrawerSide = 'left' | 'right' | 'bottom';

/** The part of the window that an open drawer takes. */
export interface Cover {
  side: DrawerSide;
  size: number;
}

/** Where the panel stands, and where it comes from and goes to. */
const PLACES: Record<DrawerSide, { viewport: string; popup: string }> = {
  left: {
    viewport: 'items-stretch justify-start',
    popup:
      'h-full w-[22rem] max-w-[calc(100vw-2.5rem)] border-r data-ending-style:[transform:translateX(-100%)] data-starting-style:[transform:translateX(-100%)]',
  },
  right: {
    viewport: 'items-stretch justify-end',
    popup:
      'h-full w-[22rem] max-w-[calc(100vw-2.5rem)] border-l data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)] sm:w-[26rem]',
  },
  bottom: {
    viewport: 'items-end justify-stretch',
    popup:
      'max-h-[55dvh] w-full rounded-t-xl border-t data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)]',
  },
};

/** The drawer itself; loaded by `drawer.tsx` when one opens. */
export function DrawerPanel({
  open,
  onOpenChange,
  title,
  children,
  footer,
  side = 'right',
  modal = true,
  onCover,
}: DrawerProps) {
  const t = useTranslations('ui');
  const popup = useCover(open, side, onCover);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection={side === 'bottom' ? 'down' : side} modal={modal}>
      <Base.Portal>
        {modal && <Base.Backdrop className={SCRIM} />}
        <Base.Viewport className={cn('pointer-events-none fixed inset-0 z-50 flex', PLACES[side].viewport)}>
          <Base.Popup
            ref={popup}
            className={cn(
              'pointer-events-auto flex touch-auto flex-col overflow-hidden border-line bg-overlay shadow-lift outline-none transition-transform duration-200 data-swiping:select-none',
              side === 'bottom'
                ? '[transform:translateY(var(--drawer-swipe-movement-y))]'
                : '[transform:translateX(var(--drawer-swipe-movement-x))]',
              PLACES[side].popup,
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

/** Tells how much of the window the drawer takes, as long as it is open. */
function useCover(open: boolean, side: DrawerSide, onCover: DrawerProps['onCover']) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!open || !element || !onCover) return;
    // offsets, not where it is now: it may still be moving in
    const reportCover = () => onCover({ side, size: side === 'bottom' ? element.offsetHeight : element.offsetWidth });
    const observer = new ResizeObserver(reportCover);
    observer.observe(element);
    return () => {
      observer.disconnect();
      onCover(null);
    };
  }, [open, side, element, onCover]);
  return setElement;
}
