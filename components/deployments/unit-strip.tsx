'use client';
import { useTranslations } from 'next-intl';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import type { RunUnit } from './run';
import { useRunWords } from './run-words';

/** Every machine of the deployment with what it is doing now; pressed, the page tells of that machine alone. */
export function UnitStrip({
  units,
  selectedId,
  onSelect,
}: {
  units: readonly RunUnit[];
  selectedId: string | null;
  onSelect: (unitId: string | null) => void;
}) {
  const t = useTranslations('deployments');
  const words = useRunWords();
  return (
    <ul aria-label={t('machines')} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {units.map((unit) => {
        const selected = unit.unitId === selectedId;
        const line = words.line(unit.line);
        return (
          <li key={unit.unitId}>
            <button
              type="button"
              aria-pressed={selected}
              title={t('showMachineLog', { machine: unit.title })}
              onClick={() => onSelect(selected ? null : unit.unitId)}
              className={cn(
                'flex h-full w-full min-w-0 items-center gap-3 rounded-lg border bg-surface px-3 py-2 text-left hover:bg-hover',
                selected && 'border-accent bg-accent-soft hover:bg-accent-soft',
              )}
            >
              <StatusIcon state={unit.state} className="size-5" />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span
                    className={cn('truncate font-medium', unit.removal === 'removed' && 'text-ink-muted line-through')}
                  >
                    {unit.title}
                  </span>
                  <span className="truncate text-ink-muted text-xs">{unit.serviceName}</span>
                </span>
                <span className="block truncate text-[13px] text-ink-muted" title={line}>
                  {unit.removal === null && <span className="sr-only">{words.state(unit)}: </span>}
                  {line}
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
