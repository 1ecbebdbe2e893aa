import type { ReactNode } from 'react';
import { TermHint } from '@/components/status/term-hint';

/** Labels and values below each other; what has no value is left out. */
export function FactRows({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      {rows.flatMap(([label, value]) =>
        value === null || value === undefined || value === false || value === ''
          ? []
          : [
              <dt key={`${label}-label`} className="text-ink-muted">
                {label} <TermHint of={label} />
              </dt>,
              <dd key={label} className="min-w-0 break-words">
                {value}
              </dd>,
            ],
      )}
    </dl>
  );
}
