import { useTranslations } from 'next-intl';
import { EnvironmentStatusBadges } from '@/components/status/environment-status';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Td, Tr } from '@/components/ui/table';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { EnvironmentActions } from './environment-actions';
import { LastChange } from './last-change';
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
      </Td>
      <Td>
        <EnvironmentStatusBadges environment={environment} serviceCount={environment.service_count} />
      </Td>
      <Td className="text-ink-muted">{useServiceCount()(environment)}</Td>
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
        <LastChange environment={environment} className="text-[13px] text-ink-muted" />
      </div>
      <EnvironmentActions environment={environment} />
    </li>
  );
}
