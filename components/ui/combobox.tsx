'use client';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { cn } from './class-names';
import { FOCUS_RING, INPUT_BOX, INPUT_SIZE } from './input-classes';
import { POPUP } from './popover';
import { OPTION_ROW, type Option } from './select';

/** One of many, found by typing. */
export function Combobox({
  options,
  value,
  onValueChange,
  placeholder,
  emptyText = 'Nothing matches.',
  clearable = false,
  disabled,
  onBlur,
}: {
  options: Option[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  placeholder?: string;
  emptyText?: string;
  clearable?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
}) {
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={chosen}
      disabled={disabled}
      isItemEqualToValue={(item, other) => item.value === other.value}
      onValueChange={(next) => onValueChange(next?.value ?? null)}
    >
      <Base.InputGroup className="relative w-full">
        <Base.Input
          placeholder={placeholder}
          onBlur={onBlur}
          className={cn(INPUT_BOX, INPUT_SIZE, FOCUS_RING, clearable ? 'pr-16' : 'pr-9')}
        />
        <div className="absolute inset-y-0 right-0 flex">
          {clearable && (
            <Base.Clear aria-label="Clear" className="grid w-8 place-items-center text-ink-muted hover:text-ink">
              <X aria-hidden className="size-4" />
            </Base.Clear>
          )}
          <Base.Trigger aria-label="Show all" className="grid w-9 place-items-center text-ink-muted hover:text-ink">
            <ChevronsUpDown aria-hidden className="size-4" />
          </Base.Trigger>
        </div>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-60 outline-none">
          <Base.Popup className={cn(POPUP, 'w-(--anchor-width) max-w-(--available-width)')}>
            <Base.Empty>
              <div className="px-3 py-3 text-ink-muted">{emptyText}</div>
            </Base.Empty>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={OPTION_ROW}>
                  <Base.ItemIndicator className="col-start-1">
                    <Check aria-hidden className="size-4 text-accent-ink" />
                  </Base.ItemIndicator>
                  <span className="col-start-2 min-w-0">
                    {option.label}
                    {option.hint && <span className="block text-ink-muted text-xs">{option.hint}</span>}
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
