'use client';
import { type ReactNode, useId } from 'react';

/** One of a few choices that each need a sentence. */
export function RadioCards<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: ReactNode;
  value: Value;
  options: { value: Value; label: ReactNode; help?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="flex w-full flex-col gap-1.5">
      <div id={id} className="font-medium text-ink">
        {label}
      </div>
      <div role="radiogroup" aria-labelledby={id} className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex items-start gap-2.5 rounded-lg border border-line p-3 transition-colors hover:bg-hover has-checked:border-accent-line has-checked:bg-accent-soft"
          >
            <span className="relative mt-0.5 grid size-[18px] shrink-0 place-items-center">
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                className="peer size-[18px] appearance-none rounded-full border border-line-strong bg-surface checked:border-accent"
              />
              <span className="pointer-events-none absolute hidden size-2.5 rounded-full bg-accent peer-checked:block" />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.help && <span className="mt-0.5 block text-[13px] text-ink-muted">{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
