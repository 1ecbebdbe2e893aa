'use client';
import { EnvironmentStatusBadges } from '@/components/status/environment-status';
import { useStatusWords } from '@/components/status/status-words';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { LastChange } from './last-change';

/** An environment on the home page: all of the tile leads to it. */
export function HomeTile({ environment, href }: { environment: ListedEnvironmentView; href: string }) {
  const words = useStatusWords();
  const { deployed_status: deployed, service_count: services } = environment;
  // a draft is the news of an environment in which all is well
  const drafted = deployed === 'nothing' || deployed === 'ready' ? words.drafted(environment) : null;
  const { sentence } = drafted ?? words.deployed(environment, services);
  return (
    <li>
      <Card className="relative flex h-full flex-col gap-2 p-4 transition-colors hover:bg-hover/60">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
          <Link href={href} className="min-w-0 break-words text-ink after:absolute after:inset-0 after:rounded-xl">
            {environment.name}
          </Link>
          <EnvironmentStatusBadges environment={environment} serviceCount={services} />
        </div>
        <p className="text-ink-muted">{sentence}</p>
        <LastChange environment={environment} className="mt-auto text-[13px] text-ink-muted" />
      </Card>
    </li>
  );
}
