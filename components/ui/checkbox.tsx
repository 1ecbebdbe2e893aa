'use client';
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
      <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
        <span className="relative grid size-[18px] shrink-0 place-items-center">
          <input
            ref={controlRef as Ref<HTMLInputElement>}
            type="checkbox"
            checked={checked}
            onChange={(event) => onCheckedChange(event.target.checked)}
            disabled={disabled}
            aria-describedby={help ? helpId : undefined}
            className="peer size-[18px] appearance-none rounded-[5px] border border-line-strong bg-surface checked:border-accent checked:bg-accent disabled:opacity-50"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-3.5 text-on-accent peer-checked:block"
          />
        </span>
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
