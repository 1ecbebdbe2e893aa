'use client';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useMemo } from 'react';
import { cn } from './class-names';
import { FieldContext } from './field-context';

export interface FieldProps {
  label: ReactNode;
  /** stands beside the label, apart from it; gets its id */
  beside?: (labelId: string) => ReactNode;
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
  const { label, beside, help, error, optional, disabled, control = 'input', hideLabel, className, children } = props;
  const id = useId();
  const [controlId, labelId, helpId, errorId] = [`${id}-control`, `${id}-label`, `${id}-help`, `${id}-error`];
  const described = [help ? helpId : '', error ? errorId : ''].filter(Boolean).join(' ');
  const field = useMemo(
    () => ({
      controlId,
      labelId,
      describedBy: described || undefined,
      invalid: Boolean(error),
      disabled: disabled ?? false,
    }),
    [controlId, labelId, described, error, disabled],
  );
  const labelClasses = cn('font-medium text-ink', hideLabel && 'sr-only');
  const words = (
    <>
      {label}
      {optional && <span className="font-normal text-ink-muted"> {t('optional')}</span>}
    </>
  );
  const name =
    control === 'input' ? (
      <label id={labelId} htmlFor={controlId} className={labelClasses}>
        {words}
      </label>
    ) : (
      <div id={labelId} className={labelClasses}>
        {words}
      </div>
    );
  return (
    <FieldContext value={field}>
      <div className={cn('flex flex-col items-start gap-1.5', className)}>
        {beside ? (
          <div className="flex items-center gap-1">
            {name}
            {beside(labelId)}
          </div>
        ) : (
          name
        )}
        {help && (
          <p id={helpId} className="text-[13px] text-ink-muted">
            {help}
          </p>
        )}
        {children}
        {error && (
          <div id={errorId} className="flex items-start gap-1.5 text-[13px] text-failed-text">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span>{error}</span>
          </div>
        )}
      </div>
    </FieldContext>
  );
}
