'use client';
import { Field } from '@base-ui/react/field';
import { cn } from './class-names';
import { FOCUS_RING, INPUT_BOX } from './input-classes';

/** Several lines of text. */
export function Textarea({
  rows = 4,
  className,
  value,
  onValueChange,
  placeholder,
}: {
  rows?: number;
  className?: string;
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
}) {
  return (
    <Field.Control
      value={value}
      onValueChange={onValueChange}
      placeholder={placeholder}
      render={<textarea rows={rows} />}
      className={cn(INPUT_BOX, FOCUS_RING, 'px-3 py-2 pointer-coarse:text-base', className)}
    />
  );
}
