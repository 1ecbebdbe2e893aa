'use client';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { cn } from './class-names';
import { IconButton } from './icon-button';
import { SCRIM } from './overlay-classes';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** buttons at the foot, the main one last */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

const WIDTHS = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' } as const;

/** The dialog itself, with what it takes to hold the page; loaded by `dialog.tsx` when one opens. */
export function DialogPanel({ open, onOpenChange, title, description, children, footer, size = 'md' }: DialogProps) {
  const t = useTranslations('ui');
  const popup = useRef<HTMLDivElement>(null);
  const firstField = () => popup.current?.querySelector<HTMLElement>('form input:not([type=hidden]), form textarea');
  const firstButton = () => popup.current?.querySelector<HTMLElement>('[data-footer] button');
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM} />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Base.Popup
            ref={popup}
            // not the button that closes it, and no keyboard that jumps up under a finger
            initialFocus={(how) => (how === 'touch' ? true : (firstField() ?? firstButton() ?? popup.current ?? true))}
            className={cn(
              'flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-overlay shadow-lift transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:rounded-xl',
              WIDTHS[size],
            )}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-5">
              <div className="min-w-0">
                <Base.Title className="font-semibold text-base text-ink">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-ink-muted" render={<div />}>
                    {description}
                  </Base.Description>
                )}
              </div>
              <IconButton label={t('close')} size="sm" className="-mt-1 -mr-2" onClick={() => onOpenChange(false)}>
                <X aria-hidden />
              </IconButton>
            </div>
            <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
            {footer && (
              <div data-footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
