'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { ServiceLogo } from '@/components/shell/service-logo';
import { UnitStatusBadge } from '@/components/status/unit-status';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { Table, TableBody, TableHead, Td, Th, Tr } from '@/components/ui/table';
import { AddServiceButton } from './add-service-button';
import { ChangeBadge } from './change-badge';
import { MachineStates } from './machine-states';
import type { ListedService } from './service-list';

const loadActions = async () => (await import('./service-actions')).ServiceActions;
const ServiceActions = onDemand<ComponentProps<typeof import('./service-actions').ServiceActions>>(
  loadActions,
  <Skeleton className="size-9 rounded-lg" />,
);

/** Services in a table, or one below the other where that is too narrow. */
export function ServicesTable({
  environmentId,
  services,
}: {
  environmentId: string;
  services: readonly ListedService[];
}) {
  const t = useTranslations('services.list');
  usePreload(loadActions);
  return (
    <section aria-labelledby="services-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="services-title" className="font-semibold text-[15px]">
          {t('count', { count: services.length })}
        </h2>
        <AddServiceButton environmentId={environmentId} />
      </div>
      <Table caption={t('caption')} className="hidden md:block">
        <TableHead>
          <Th>{t('name')}</Th>
          <Th>{t('state')}</Th>
          <Th>{t('machines')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </TableHead>
        <TableBody>
          {services.map((listed) => (
            <Tr key={listed.service.id}>
              <Td className="max-w-96">
                <Name environmentId={environmentId} listed={listed} />
              </Td>
              <Td>
                <State listed={listed} />
              </Td>
              <Td>
                <MachineStates hosts={listed.hosts} />
              </Td>
              <Td className="w-12 pr-2 text-right">
                <ServiceActions environmentId={environmentId} listed={listed} />
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      <ul className="flex flex-col gap-3 md:hidden">
        {services.map((listed) => (
          <li
            key={listed.service.id}
            className="flex items-start gap-2 rounded-xl border border-line bg-surface p-4 pr-2"
          >
            <div className="flex min-w-0 flex-1 flex-col gap-2.5">
              <Name environmentId={environmentId} listed={listed} />
              <State listed={listed} />
              <MachineStates hosts={listed.hosts} />
            </div>
            <ServiceActions environmentId={environmentId} listed={listed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Name({ environmentId, listed: { service } }: { environmentId: string; listed: ListedService }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <ServiceLogo type={service.serviceType ?? ''} className="size-8" />
      <div className="min-w-0">
        <Link
          href={`/environments/${environmentId}/services/${service.serviceId}`}
          className={cn('break-words text-ink', service.change === 'removed' && 'line-through')}
        >
          {service.title}
        </Link>
        <p className="text-[13px] text-ink-muted">{service.subtitle}</p>
      </div>
    </div>
  );
}

function State({ listed: { service } }: { listed: ListedService }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {service.state !== 'draft' && <UnitStatusBadge state={service.state} />}
      <ChangeBadge change={service.change} />
      {service.state === 'draft' && service.change === null && <UnitStatusBadge state="draft" />}
    </div>
  );
}
