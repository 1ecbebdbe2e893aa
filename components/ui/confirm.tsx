'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Input } from './input';
import { Notice } from './notice';

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
  const inputId = useId();
  const matches = typeToConfirm === undefined || plain(typed) === plain(typeToConfirm);
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
        {typeToConfirm !== undefined && (
          <label htmlFor={inputId} className="flex flex-col gap-1.5 text-ink">
            <span>
              {t.rich('typeToConfirm', {
                name: () => <strong className="select-all break-all font-mono text-[13px]">{typeToConfirm}</strong>,
              })}
            </span>
            <Input id={inputId} value={typed} autoComplete="off" spellCheck={false} onValueChange={setTyped} />
          </label>
        )}
        {error && <Notice tone="failed">{error}</Notice>}
      </form>
    </Dialog>
  );
}

/** A name as it is read: browsers show runs of spaces as one, and keyboards write accents in two ways. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}
