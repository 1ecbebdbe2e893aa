'use client';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { sentenceOf } from '@/lib/client/api-problem';
import { isOffered, useServiceTypes } from '@/lib/client/catalog';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** Everything that can be deployed. */
export function CatalogPage() {
  const t = useTranslations('catalog');
  const types = useServiceTypes();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('title')} description={t('description')} />
      {types.error && (
        <Notice tone="failed" title={t('cannotShow')}>
          {sentenceOf(types.error)}
        </Notice>
      )}
      {types.data ? (
        <ServiceTiles types={types.data.filter(isOffered)} hrefOf={(type) => `/catalog/${type.type}`} />
      ) : (
        !types.error && <ServiceTilesSkeleton />
      )}
    </div>
  );
}
