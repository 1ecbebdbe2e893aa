'use client';
import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import { cn } from './class-names';
import { FirstEntry } from './first-entry';
import { type Opened, rootState } from './opener';
import type { Option } from './option';
import { POPUP } from './overlay-classes';

const OPTION_ROW =
  'grid min-h-9 cursor-default select-none grid-cols-[1rem_1fr] items-center gap-2 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-hover pointer-coarse:min-h-11';

/** What a select offers; loaded by `select.tsx` when one opens. */
export function SelectList({
  opened,
  name,
  options,
  value,
  onValueChange,
}: {
  opened: Opened;
  /** the name of the question: the words themselves, or the id of what holds them */
  name: { 'aria-label'?: string | undefined; 'aria-labelledby'?: string | undefined };
  options: Option[];
  value: string | null;
  onValueChange: (value: string) => void;
}) {
  const { anchor, popupId, byKey } = opened;
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      {...rootState(opened)}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} alignItemWithTrigger={false} className="z-60 outline-none">
          <Base.Popup className={cn(POPUP, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}>
            {byKey && value === null && <FirstEntry role="option" />}
            <Base.List id={popupId} {...name}>
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
