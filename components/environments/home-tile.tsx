'use client';
import { EnvironmentStatusBadge } from '@/components/status/environment-status';
import { useStatusWords } from '@/components/status/status-words';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { LastChange } from './last-change';

/** An environment on the home page: all of the tile leads to it. */
export function HomeTile({ environment, href }: { environment: ListedEnvironmentView; href: string }) {
  const { status, service_count: services, last_outcome: lastOutcome } = environment;
  const { sentence } = useStatusWords().environment(status, services, lastOutcome);
  return (
    <li>
      <Card className="relative flex h-full flex-col gap-2 p-4 transition-colors hover:bg-hover/60">
        <div className="flex items-start justify-between gap-3">
          <Link href={href} className="min-w-0 break-words text-ink after:absolute after:inset-0 after:rounded-xl">
            {environment.name}
          </Link>
          <EnvironmentStatusBadge status={status} serviceCount={services} lastOutcome={lastOutcome} />
        </div>
        <p className="text-ink-muted">{sentence}</p>
        <LastChange environment={environment} className="mt-auto text-[13px] text-ink-muted" />
      </Card>
    </li>
  );
}
