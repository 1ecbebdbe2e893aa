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
import { useCategories } from '@/lib/client/packages';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import { useUrlState } from '@/lib/client/url-state';
import type { ServiceType } from '@/lib/model/service-type';
import { categoriesOf, foundTypes, typesByCategory } from './found-types';
import { ServiceTiles, ServiceTilesSkeleton } from './service-tiles';

/** Everything that can be deployed. */
export function CatalogPage() {
  const t = useTranslations('catalog');
  const types = useServiceTypes();
  // tiles stand where they will stay; without the order they stand by name
  const categories = useCategories();
  const order = categories.data?.map(({ name }) => name) ?? [];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('title')} description={t('description')} />
      {types.error && (
        <Notice tone="failed" title={t('cannotShow')}>
          {sentenceOf(types.error)}
        </Notice>
      )}
      {types.data && !categories.isPending ? (
        <FoundTypes types={types.data.filter(isOffered)} order={order} />
      ) : (
        !types.error && <ServiceTilesSkeleton />
      )}
    </div>
  );
}

/** Stands for no category and no tag: a name is never empty. */
const EVERY = '';

/** The types that words, a category and a tag in the address leave, category by category. */
function FoundTypes({ types, order }: { types: readonly ServiceType[]; order: readonly string[] }) {
  const t = useTranslations('catalog');
  const inWords = useCatalogWords();
  const [params, setParams] = useUrlState();
  const search = useCallback((q: string) => setParams({ q }), [setParams]);
  const category = params.get('category') ?? EVERY;
  const tag = params.get('tag') ?? EVERY;
  const categories = categoriesOf(types, order);
  const tags = [...new Set(types.flatMap((type) => type.tags))].sort((a, b) => inWords(a).localeCompare(inWords(b)));
  const found = foundTypes(types, { words: params.get('q') ?? '', category, tag });
  const grouped = category === EVERY ? typesByCategory(found, categories) : [{ category, types: found }];
  const groups = grouped.map((group) => ({
    ...group,
    title: group.category === null ? t('noCategory') : inWords(group.category),
  }));
  const select = (label: string, every: string, value: string, names: readonly string[], key: string) => (
    <Select
      label={label}
      className="w-48"
      value={value}
      onValueChange={(next) => setParams({ [key]: next })}
      options={[{ value: EVERY, label: every }, ...names.map((one) => ({ value: one, label: inWords(one) }))]}
    />
  );
  if (types.length === 0) return <ServiceTiles types={types} hrefOf={hrefOf} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('search')} value={params.get('q') ?? ''} onChange={search} />
        {select(t('category'), t('everyCategory'), category, categories, 'category')}
        {tags.length > 0 && select(t('tag'), t('everyTag'), tag, tags, 'tag')}
        <p role="status" className="text-ink-muted">
          {t('found', { count: found.length })}
        </p>
      </div>
      {found.length === 0 && <EmptyState title={t('nothing')}>{t('nothingHint')}</EmptyState>}
      {found.length > 0 &&
        groups.map((group) => (
          <section key={group.category ?? EVERY} aria-label={group.title} className="flex flex-col gap-3">
            {groups.length > 1 && <h2 className="font-semibold">{group.title}</h2>}
            <ServiceTiles types={group.types} hrefOf={hrefOf} />
          </section>
        ))}
    </>
  );
}

const hrefOf = (type: ServiceType): string => `/catalog/${type.type}`;
