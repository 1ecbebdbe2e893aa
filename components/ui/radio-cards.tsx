'use client';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
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
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className="grid gap-2 sm:grid-cols-2"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio is rendered by the kit inside the label
          <label
            key={option.value}
            className="flex items-start gap-2.5 rounded-lg border border-line p-3 transition-colors hover:bg-hover has-data-checked:border-accent-line has-data-checked:bg-accent-soft"
          >
            <Radio.Root
              value={option.value}
              className="mt-0.5 grid size-[18px] shrink-0 place-items-center rounded-full border border-line-strong bg-surface data-checked:border-accent"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden" />
            </Radio.Root>
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.help && <span className="mt-0.5 block text-[13px] text-ink-muted">{option.help}</span>}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
