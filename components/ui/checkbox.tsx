'use client';
import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

/** Yes or no, with its words beside it. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  help,
  disabled,
  controlRef,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
  controlRef?: Ref<HTMLElement>;
}) {
  const helpId = useId();
  return (
    <div className="flex flex-col gap-0.5">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is rendered by the kit inside the label */}
      <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
        <Base.Root
          ref={controlRef}
          checked={checked}
          onCheckedChange={onCheckedChange}
          disabled={disabled}
          aria-describedby={help ? helpId : undefined}
          className="grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-line-strong bg-surface data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
        >
          <Base.Indicator className="text-on-accent data-unchecked:hidden">
            <Check aria-hidden strokeWidth={3} className="size-3.5" />
          </Base.Indicator>
        </Base.Root>
        <span>{label}</span>
      </label>
      {help && (
        <p id={helpId} className="pl-7 text-[13px] text-ink-muted">
          {help}
        </p>
      )}
    </div>
  );
}
