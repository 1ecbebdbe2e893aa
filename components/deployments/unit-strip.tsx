import { StatusIcon } from '@/components/status/status-icon';
import { UNIT_STATE_WORDS } from '@/lib/model/unit-state';
import type { RunUnit } from './run';

/** Every machine of the deployment with what it is doing now. */
export function UnitStrip({ units, environmentId }: { units: readonly RunUnit[]; environmentId: string }) {
  return (
    <ul aria-label="Machines" className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {units.map((unit) => (
        <li key={unit.unitId}>
          <a
            href={`/environments/${environmentId}?host=${unit.unitId}`}
            className="flex h-full min-w-0 items-center gap-3 rounded-lg border bg-surface px-3 py-2 hover:bg-hover"
          >
            <StatusIcon state={unit.state} className="size-5" />
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline gap-2">
                <span className="truncate font-medium">{unit.title}</span>
                <span className="truncate text-ink-muted text-xs">{unit.serviceName}</span>
              </span>
              <span className="block truncate text-[13px] text-ink-muted" title={unit.line}>
                <span className="sr-only">{UNIT_STATE_WORDS[unit.state]}: </span>
                {unit.line}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
