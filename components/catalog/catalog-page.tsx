'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { sentenceOf } from '@/lib/client/api-problem';
import { isOffered, useServiceTypes } from '@/lib/client/catalog';
import { useUrlState } from '@/lib/client/url-state';
import type { ServiceType } from '@/lib/model/service-type';
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
      {types.data ? <FoundTypes types={types.data.filter(isOffered)} /> : !types.error && <ServiceTilesSkeleton />}
    </div>
  );
}

/** Stands for no category: a name of one is never empty. */
const EVERY = '';

/** The types that words and a category in the address leave. */
function FoundTypes({ types }: { types: readonly ServiceType[] }) {
  const t = useTranslations('catalog');
  const [params, setParams] = useUrlState();
  const search = useCallback((q: string) => setParams({ q }), [setParams]);
  const words = (params.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const category = params.get('category') ?? EVERY;
  const categories = [...new Set(types.flatMap((type) => type.categories))].sort((a, b) => a.localeCompare(b));
  const found = types.filter((type) => {
    const text = [type.title, type.summary, type.description, type.package, ...type.tags, ...type.categories];
    const all = text.join(' ').toLowerCase();
    return words.every((word) => all.includes(word)) && (category === EVERY || type.categories.includes(category));
  });
  if (types.length === 0) return <ServiceTiles types={types} hrefOf={hrefOf} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('search')} value={params.get('q') ?? ''} onChange={search} />
        <Select
          label={t('category')}
          className="w-48"
          value={category}
          onValueChange={(value) => setParams({ category: value })}
          options={[
            { value: EVERY, label: t('everyCategory') },
            ...categories.map((one) => ({ value: one, label: one })),
          ]}
        />
        <p role="status" className="text-ink-muted">
          {t('found', { count: found.length })}
        </p>
      </div>
      {found.length > 0 ? (
        <ServiceTiles types={found} hrefOf={hrefOf} />
      ) : (
        <EmptyState title={t('nothing')}>{t('nothingHint')}</EmptyState>
      )}
    </>
  );
}

const hrefOf = (type: ServiceType): string => `/catalog/${type.type}`;
