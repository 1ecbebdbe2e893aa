'use client';
import type { ReactNode } from 'react';
import { cn } from './class-names';

/** Ways to look at the same thing, one of them pressed. */
export function ViewSwitch<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="flex rounded-md border bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'touch-target inline-flex h-8 items-center gap-1.5 rounded-sm px-2.5 font-medium text-[13px] [&_svg]:size-4',
            option.value === value ? 'bg-accent-soft text-accent-ink' : 'text-ink-muted hover:bg-hover',
          )}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
