'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironmentTypes } from '@/lib/client/catalog';
import { useEnvironmentPicture } from '@/lib/client/topology';
import { ServiceSkeleton } from './service-skeleton';

const loadSheet = async () => (await import('./service-sheet')).ServiceSheet;
const ServiceSheet = onDemand<ComponentProps<typeof import('./service-sheet').ServiceSheet>>(
  loadSheet,
  <ServiceSkeleton />,
);

/** One service: how it is reached, its passwords, its machines, what it has to do with, its settings, its log. */
export function ServicePage({ environmentId, serviceId }: { environmentId: string; serviceId: string }) {
  const t = useTranslations('services.page');
  const { picture, error } = useEnvironmentPicture(environmentId);
  const types = useEnvironmentTypes(environmentId);
  usePreload(loadSheet);
  if (picture && types.data) {
    return <ServiceSheet environmentId={environmentId} serviceId={serviceId} picture={picture} types={types.data} />;
  }
  return error ? (
    <Notice tone="failed" title={t('failed')}>
      {sentenceOf(error)}
    </Notice>
  ) : (
    <ServiceSkeleton />
  );
}
