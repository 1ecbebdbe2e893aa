import { useTranslations } from 'next-intl';
import { EnvironmentStatusBadges } from '@/components/status/environment-status';
import { MachineHealthBadge } from '@/components/status/machine-health';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Td, Tr } from '@/components/ui/table';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { EnvironmentActions } from './environment-actions';
import { LastChange } from './last-change';
import { Owner } from './owner';
import { useServiceCount } from './use-service-count';

/** An environment as a row of the table, for wide screens. */
export function EnvironmentRow({ environment }: { environment: ListedEnvironmentView }) {
  const t = useTranslations('environments');
  return (
    <Tr>
      <Td className="max-w-96">
        <Link href={`/environments/${environment.id}`} className="break-words text-ink">
          {environment.name}
        </Link>
        <p className="text-[13px] text-ink-muted">{useServiceCount()(environment)}</p>
      </Td>
      <Td>
        <EnvironmentStatusBadges environment={environment} serviceCount={environment.service_count} />
      </Td>
      <Td>
        <MachineHealthBadge environment={environment} />
      </Td>
      <Td className="max-w-44 truncate text-ink-muted">
        <Owner environment={environment} />
      </Td>
      <Td className="whitespace-nowrap text-ink-muted">
        {environment.version === 0 ? t('notYet') : t('version', { version: environment.version })}
      </Td>
      <Td className="whitespace-nowrap text-ink-muted">
        <RelativeTime at={environment.updated} />
      </Td>
      <Td className="w-12 pr-2 text-right">
        <EnvironmentActions environment={environment} />
      </Td>
    </Tr>
  );
}

/** The same as a card, for narrow ones. */
export function EnvironmentCard({ environment }: { environment: ListedEnvironmentView }) {
  return (
    <li className="flex items-start gap-2 rounded-xl border border-line bg-surface p-4 pr-2">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Link href={`/environments/${environment.id}`} className="break-words text-ink">
          {environment.name}
        </Link>
        <EnvironmentStatusBadges environment={environment} serviceCount={environment.service_count} />
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-ink-muted">
          <MachineHealthBadge environment={environment} />
          <Owner environment={environment} />
        </p>
        <LastChange environment={environment} className="text-[13px] text-ink-muted" />
      </div>
      <EnvironmentActions environment={environment} />
    </li>
  );
}
