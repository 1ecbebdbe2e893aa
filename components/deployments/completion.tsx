'use client';
import { CircleCheck, Globe } from 'lucide-react';
import { buttonClasses } from '@/components/ui/button-classes';
import { LinkButton } from '@/components/ui/link';
import { siteHref } from '@/lib/client/site-link';
import type { RunUnit } from './run';

/** The quiet moment when everything is up: what is there now, and where to look at it. */
export function Completion({ environmentId, units }: { environmentId: string; units: readonly RunUnit[] }) {
  const sites = [...new Map(units.flatMap((unit) => (unit.uri ? [[unit.uri, unit] as const] : []))).values()];
  const count = `${units.length} ${units.length === 1 ? 'machine is' : 'machines are'} ready`;
  return (
    <section
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-ready-border bg-ready-bg p-4 sm:px-5"
    >
      <CircleCheck aria-hidden className="size-6 shrink-0 text-ready-solid" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold text-[15px] text-ready-text">
          {units.length === 0 ? 'Nothing is left to run.' : `Everything is up. ${count}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {sites.map((unit) => (
          <a
            key={unit.uri}
            href={siteHref(unit.uri ?? '')}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses('primary')}
          >
            <Globe aria-hidden />
            Open {unit.serviceName}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ))}
        <LinkButton href={`/environments/${environmentId}`}>Show topology</LinkButton>
      </div>
    </section>
  );
}
