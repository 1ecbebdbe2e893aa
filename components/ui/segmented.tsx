'use client';
import type { ReactNode } from 'react';
import { cn } from './class-names';

/** One of a few ways to show the same, all in sight. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'flex h-8 items-center gap-1.5 rounded-md border px-3 font-medium text-[13px] whitespace-nowrap -outline-offset-2 transition-colors pointer-coarse:h-11 [&_svg]:size-4',
            option.value === value
              ? 'border-line bg-surface text-ink shadow-xs'
              : 'border-transparent text-ink-muted hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
