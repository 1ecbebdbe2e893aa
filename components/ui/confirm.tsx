'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { NameToType } from './name-to-type';
import { Notice } from './notice';
import { isTyped } from './typed-name';

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** what will be gone, by name */
  children: ReactNode;
  /** a verb and its object: "Delete environment" */
  confirmLabel: string;
  /** when data dies: the name to be typed first */
  typeToConfirm?: string;
  pending?: boolean;
  /** it cannot be done now; what is shown says why */
  disabled?: boolean;
  /** why it did not work */
  error?: string | null;
  size?: 'sm' | 'xl';
  onConfirm: () => void;
}

/** Asks once before something is destroyed. */
export function Confirm(props: ConfirmProps) {
  const t = useTranslations('ui');
  const { open, onOpenChange, title, children, confirmLabel, typeToConfirm, pending = false, disabled = false } = props;
  const { error, size = 'sm', onConfirm } = props;
  const [typed, setTyped] = useState('');
  const formId = useId();
  const matches = typeToConfirm === undefined || isTyped(typed, typeToConfirm);
  const change = (next: boolean) => {
    if (!next) setTyped('');
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={() => change(false)}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" pending={pending} disabled={!matches || disabled}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !pending && !disabled) onConfirm();
        }}
      >
        <div className="flex flex-col gap-2 text-ink-muted">{children}</div>
        {typeToConfirm !== undefined && <NameToType name={typeToConfirm} value={typed} onValueChange={setTyped} />}
        {error && <Notice tone="failed">{error}</Notice>}
      </form>
    </Dialog>
  );
}
