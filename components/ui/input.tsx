'use client';
import type { ComponentProps, Ref } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';
import { FOCUS_RING, INPUT_BOX, INPUT_SIZE } from './input-classes';

export type InputProps = Omit<ComponentProps<'input'>, 'ref'> & {
  ref?: Ref<HTMLInputElement> | Ref<HTMLElement>;
  onValueChange?: (value: string) => void;
};

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
      className={cn(INPUT_BOX, INPUT_SIZE, FOCUS_RING, className)}
    />
  );
}
