'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentPicture } from '@/lib/client/topology';
import { servicesIn } from './service-list';

const loadTable = async () => (await import('./services-table')).ServicesTable;
const ServicesTable = onDemand<ComponentProps<typeof import('./services-table').ServicesTable>>(
  loadTable,
  <ServicesSkeleton />,
);

const NoServices = onDemand<ComponentProps<typeof import('./no-services').NoServices>>(
  async () => (await import('./no-services')).NoServices,
  <Skeleton className="h-40 rounded-xl" />,
);

/** The services of an environment with the states of their machines: as deployed, and as drafted. */
export function ServicesPage({ environmentId }: { environmentId: string }) {
  const t = useTranslations('services.list');
  const { picture, error } = useEnvironmentPicture(environmentId);
  usePreload(loadTable);
  if (!picture) {
    return error ? (
      <Notice tone="failed" title={t('failed')}>
        {sentenceOf(error)}
      </Notice>
    ) : (
      <ServicesSkeleton />
    );
  }
  const services = servicesIn(picture.topology);
  if (services.length === 0) return <NoServices environmentId={environmentId} />;
  return <ServicesTable environmentId={environmentId} services={services} />;
}

function ServicesSkeleton() {
  const t = useTranslations('services.list');
  return (
    <>
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-40 rounded-xl" />
    </>
  );
}
