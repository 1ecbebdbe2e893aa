'use client';
import type { ComponentProps, Ref } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';
import { FOCUS_RING, FOCUS_RING_OF_PARTS, INPUT_BOX, INPUT_SIZE } from './input-classes';

export type InputProps = Omit<ComponentProps<'input'>, 'ref'> & {
  ref?: Ref<HTMLInputElement> | Ref<HTMLElement>;
  onValueChange?: (value: string) => void;
};

/** Kinds that a browser makes of several fields: day, month, year; hour, minute. */
const OF_PARTS: ReadonlySet<string> = new Set(['date', 'time', 'datetime-local']);

/** One line of text. */
export function Input({ ref, className, onValueChange, onChange, ...rest }: InputProps) {
  const control = useFieldControl({
    id: rest.id,
    disabled: rest.disabled,
    describedBy: rest['aria-describedby'],
    label: rest['aria-label'],
  });
  return (
    <input
      {...rest}
      {...control}
      ref={ref as Ref<HTMLInputElement>}
      aria-labelledby={rest['aria-labelledby'] ?? control['aria-labelledby']}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
      className={cn(
        INPUT_BOX,
        INPUT_SIZE,
        FOCUS_RING,
        OF_PARTS.has(rest.type ?? 'text') && FOCUS_RING_OF_PARTS,
        className,
      )}
    />
  );
}
