'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { ShowMore } from '@/components/ui/show-more';
import { usePackages } from '@/lib/client/administration';
import { AdminSection } from '../admin-section';
import { SearchLine } from '../search-line';
import { useUrlFilters } from '../use-url-filters';
import { CategoryOrder } from './category-order';
import { ImportPackage } from './import-package';
import { PackageCard } from './package-card';

/** Which packages are offered, in the installation and otherwise in single tenants. */
export function PackagesPage() {
  const t = useTranslations('admin.packages');
  const [filters, change] = useUrlFilters(['q']);
  const packages = usePackages(filters.q);
  const search = useCallback((q: string) => change({ q }), [change]);
  return (
    <AdminSection
      name="packages"
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <CategoryOrder />
          <ImportPackage />
        </>
      }
    >
      <QueryResult of={packages}>
        {({ pages }) => {
          const shown = pages.flatMap((page) => page.packages);
          const count = pages[0]?.count ?? 0;
          return (
            <>
              <SearchLine label={t('search')} value={filters.q} onChange={search} found={t('found', { count })} />
              <ul className="flex flex-col gap-3">
                {shown.map((one) => (
                  <PackageCard key={one.package} pack={one} />
                ))}
              </ul>
              <ShowMore of={packages} shown={shown.length} all={count} />
            </>
          );
        }}
      </QueryResult>
    </AdminSection>
  );
}
