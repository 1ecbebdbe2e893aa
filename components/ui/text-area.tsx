'use client';
import type { ComponentProps, Ref } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';
import { FOCUS_RING, INPUT_BOX } from './input-classes';

/** Several lines of text. */
export function TextArea({
  ref,
  className,
  onValueChange,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'ref'> & { ref?: Ref<HTMLElement>; onValueChange: (value: string) => void }) {
  const control = useFieldControl({ id: rest.id, disabled: rest.disabled });
  return (
    <textarea
      rows={5}
      {...rest}
      {...control}
      ref={ref as Ref<HTMLTextAreaElement>}
      onChange={(event) => onValueChange(event.target.value)}
      className={cn(INPUT_BOX, 'px-3 py-2 pointer-coarse:text-base', FOCUS_RING, className)}
    />
  );
}
