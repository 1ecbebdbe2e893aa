'use client';
import { useId } from 'react';
import { cn } from './class-names';

const BARS = {
  running: 'bg-running-solid',
  ready: 'bg-ready-solid',
  failed: 'bg-failed-solid',
  waiting: 'bg-waiting-solid',
};

/** How much is done, 0 to 100. `null` while nobody can tell. */
export function Progress({
  value,
  label,
  valueText,
  tone = 'running',
  hideLabel = false,
}: {
  value: number | null;
  label: string;
  /** the same in words: "at least 3 of 9 steps" */
  valueText?: string;
  tone?: keyof typeof BARS;
  hideLabel?: boolean;
}) {
  const labelId = useId();
  return (
    <div
      role="progressbar"
      aria-labelledby={labelId}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value ?? undefined}
      aria-valuetext={valueText ?? (value === null ? undefined : `${Math.round(value)}%`)}
      className="flex w-full flex-wrap justify-between gap-x-3 gap-y-1.5"
    >
      <span id={labelId} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </span>
      {!hideLabel && valueText && <span className="text-ink-muted">{valueText}</span>}
      <div className="h-2 basis-full overflow-hidden rounded-full bg-sunken">
        <div
          style={value === null ? undefined : { width: `${value}%` }}
          className={cn(
            'h-full rounded-full transition-[width] duration-300',
            BARS[tone],
            value === null && 'w-1/3 animate-running',
          )}
        />
      </div>
    </div>
  );
}
