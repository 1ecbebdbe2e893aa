'use client';
import { useTranslations } from 'next-intl';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import { isOffered, useEnvironmentTypes } from '@/lib/client/catalog';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** The first step of adding a service to an environment: which one. */
export function ChooseServicePage({ environmentId }: { environmentId: string }) {
  const t = useTranslations('catalog');
  const types = useEnvironmentTypes(environmentId);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Breadcrumbs
          items={[{ label: t('services'), href: `/environments/${environmentId}/services` }, { label: t('add') }]}
        />
        <div>
          <h2 className="font-semibold text-lg">{t('add')}</h2>
          <p className="text-ink-muted">{t('addHint')}</p>
        </div>
      </div>
      {types.error && (
        <Notice tone="failed" title={t('cannotShow')}>
          {sentenceOf(types.error)}
        </Notice>
      )}
      {types.data ? (
        <ServiceTiles
          types={types.data.filter(isOffered)}
          hrefOf={(type) => `/environments/${environmentId}/services/add/${type.type}`}
        />
      ) : (
        !types.error && <ServiceTilesSkeleton />
      )}
    </div>
  );
}
