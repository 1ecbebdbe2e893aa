'use client';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode, Ref } from 'react';
import { cn } from './class-names';
import { FOCUS_RING, INPUT_BOX, INPUT_SIZE } from './input-classes';
import { POPUP } from './popover';

export interface Option {
  value: string;
  label: string;
  /** a second line: "2 CPUs, 4 GB memory" */
  hint?: ReactNode;
}

export const OPTION_ROW =
  'grid min-h-9 cursor-default select-none grid-cols-[1rem_1fr] items-center gap-2 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-hover pointer-coarse:min-h-11';

/** One of a few. For many, or to search, take the combobox. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  label,
  onBlur,
  triggerRef,
  className,
}: {
  options: Option[];
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** its name where no field names it */
  label?: string;
  onBlur?: () => void;
  triggerRef?: Ref<HTMLElement>;
  className?: string;
}) {
  const t = useTranslations('ui');
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => next !== null && onValueChange(next)}
    >
      <Base.Trigger
        ref={triggerRef as Ref<HTMLButtonElement>}
        aria-label={label}
        onBlur={onBlur}
        className={cn(
          INPUT_BOX,
          INPUT_SIZE,
          FOCUS_RING,
          'flex items-center justify-between gap-2 text-left',
          className,
        )}
      >
        <Base.Value
          placeholder={placeholder ?? t('choose')}
          className="min-w-0 truncate data-placeholder:text-ink-faint"
        />
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-4 text-ink-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-60 outline-none">
          <Base.Popup className={cn(POPUP, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={OPTION_ROW}>
                  <Base.ItemIndicator className="col-start-1">
                    <Check aria-hidden className="size-4 text-accent-ink" />
                  </Base.ItemIndicator>
                  <span className="col-start-2 min-w-0">
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint && <span className="block text-ink-muted text-xs">{option.hint}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
