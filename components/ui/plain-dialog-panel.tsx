'use client';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { SCRIM } from './overlay-classes';

interface PlainDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** The dialog itself; loaded by `plain-dialog.tsx` when one opens. */
export function PlainDialogPanel({ open, onOpenChange, title, children }: PlainDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM} />
        <Base.Popup className="fixed inset-x-3 top-[8dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-line bg-overlay shadow-lift transition-[opacity,translate] duration-150 data-ending-style:-translate-y-2 data-starting-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
