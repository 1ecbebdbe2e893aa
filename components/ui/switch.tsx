'use client';
import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

/** On or off, at once. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  help,
  disabled,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}) {
  const helpId = useId();
  return (
    <div className="flex flex-col gap-0.5">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is rendered by the kit inside the label */}
      <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        <Base.Root
          checked={checked}
          onCheckedChange={onCheckedChange}
          disabled={disabled}
          aria-describedby={help ? helpId : undefined}
          className="flex h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
        >
          <Base.Thumb className="size-4 rounded-full bg-ink-muted transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
        </Base.Root>
        <span className="font-medium">{label}</span>
      </label>
      {help && (
        <p id={helpId} className="pl-12 text-[13px] text-ink-muted">
          {help}
        </p>
      )}
    </div>
  );
}
