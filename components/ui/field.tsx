'use client';
import { Field as Base } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cn } from './class-names';

export interface FieldProps {
  label: ReactNode;
  /** one plain sentence */
  help?: ReactNode;
  /** what is wrong and what to do */
  error?: string | null;
  optional?: boolean;
  disabled?: boolean;
  /** the control is one native input (a click on the label reaches it), or something made of parts */
  control?: 'input' | 'parts';
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

/** A control with its label, help and error, tied together for every reader. The error keeps its place at the control. */
export function Field(props: FieldProps) {
  const t = useTranslations('ui');
  const { label, help, error, optional, disabled, control = 'input', hideLabel, className, children } = props;
  const labelClasses = cn('font-medium text-ink', hideLabel && 'sr-only');
  const words = (
    <>
      {label}
      {optional && <span className="font-normal text-ink-muted"> {t('optional')}</span>}
    </>
  );
  return (
    <Base.Root
      invalid={Boolean(error)}
      disabled={disabled}
      className={cn('flex flex-col items-start gap-1.5', className)}
    >
      {control === 'input' ? (
        <Base.Label className={labelClasses}>{words}</Base.Label>
      ) : (
        <Base.Label nativeLabel={false} render={<div />} className={labelClasses}>
          {words}
        </Base.Label>
      )}
      {help && <Base.Description className="text-[13px] text-ink-muted">{help}</Base.Description>}
      {children}
      {error && (
        <Base.Error match className="flex items-start gap-1.5 text-[13px] text-failed-text">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>{error}</span>
        </Base.Error>
      )}
    </Base.Root>
  );
}
