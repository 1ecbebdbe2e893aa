'use client';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cn } from './class-names';

export interface RadioCard {
  value: string;
  title: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

/** One of a few that each deserve a sentence. */
export function RadioCards({
  options,
  value,
  onValueChange,
  label,
  className,
}: {
  options: RadioCard[];
  value: string;
  onValueChange: (value: string) => void;
  /** its name where no field names it */
  label?: string;
  className?: string;
}) {
  return (
    <RadioGroup
      value={value}
      onValueChange={(next) => onValueChange(String(next))}
      aria-label={label}
      className={cn('grid w-full gap-2 sm:grid-cols-2', className)}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio is rendered by the kit inside the label
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-line bg-surface p-3 transition-colors hover:bg-hover has-data-checked:border-accent has-data-checked:bg-accent-soft has-data-disabled:cursor-not-allowed has-data-disabled:opacity-60"
        >
          <Radio.Root
            value={option.value}
            disabled={option.disabled}
            className="mt-0.5 grid size-[18px] shrink-0 place-items-center rounded-full border border-line-strong bg-surface data-checked:border-accent data-checked:bg-accent"
          >
            <Radio.Indicator className="size-2 rounded-full bg-on-accent data-unchecked:hidden" />
          </Radio.Root>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{option.title}</span>
            {option.description && (
              <span className="mt-0.5 block text-[13px] text-ink-muted">{option.description}</span>
            )}
          </span>
          {option.icon}
        </label>
      ))}
    </RadioGroup>
  );
}
