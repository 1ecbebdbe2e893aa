'use client';
import { CircleCheck, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { TenantSelect } from '@/components/shell/tenant-select';
import { WaitingRequestsNotice } from '@/components/shell/waiting-requests';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchField } from '@/components/ui/search-field';
import { ShowMore } from '@/components/ui/show-more';
import { type OverviewFilters, useOverview } from '@/lib/client/administration';
import { useInstallationEvents } from '@/lib/client/cache-updates/use-installation-events';
import type { Overview } from '@/lib/model/administration';
import { AdminSection } from '../admin-section';
import { useUrlFilters } from '../use-url-filters';
import { EnvironmentLine } from './environment-line';
import { Numbers } from './numbers';
import { Trend } from './trend';

/** How it is right now, in all tenants, live: the most urgent first. */
export function OverviewPage() {
  const [filters, change] = useUrlFilters(['attention', 'tenant', 'q']);
  const overview = useOverview(filters);
  const connection = useInstallationEvents();
  const t = useTranslations('admin.overview');
  return (
    <AdminSection
      name="overview"
      title={t('title')}
      actions={
        <p role="status" className="text-[13px] text-ink-muted">
          {t(connection === 'connecting' ? 'live' : connection)}
        </p>
      }
    >
      <WaitingRequestsNotice />
      <QueryResult of={overview}>
        {({ pages }) => (
          <>
            <Environments pages={pages} filters={filters} change={change} busy={overview.isPlaceholderData} />
            <ShowMore of={overview} shown={environmentsOf(pages).length} all={pages[0]?.count ?? 0} />
          </>
        )}
      </QueryResult>
    </AdminSection>
  );
}

const environmentsOf = (pages: readonly Overview[]) => pages.flatMap(({ environments }) => environments);

function Environments({
  pages,
  filters,
  change,
  busy,
}: {
  pages: readonly Overview[];
  filters: OverviewFilters;
  change: (change: Partial<OverviewFilters>) => void;
  busy: boolean;
}) {
  const t = useTranslations('admin.overview');
  const first = pages[0];
  const shown = environmentsOf(pages);
  const search = useCallback((q: string) => change({ q }), [change]);
  const filtered = filters.attention !== '' || filters.tenant !== '' || filters.q !== '';
  if (!first || first.all === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title={t('empty.title')}>
        {t('empty.sentence')}
      </EmptyState>
    );
  }
  return (
    <>
      <Numbers counts={first.counts} chosen={filters.attention} onChoose={(attention) => change({ attention })} />
      <Trend />
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('search')} value={filters.q} onChange={search} />
        <TenantSelect
          label={t('tenant')}
          every={t('everyTenant')}
          value={filters.tenant}
          onChange={(tenant) => change({ tenant })}
        />
        <p role="status" className="text-ink-muted">
          {t('found', { count: first.count, all: first.all })}
        </p>
        {filtered && (
          <Button variant="ghost" onClick={() => change({ attention: '', tenant: '', q: '' })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<Search />} title={t('nothing')} />
      ) : (
        <ul aria-label={t('environments')} aria-busy={busy} className="overflow-hidden rounded-xl border border-line">
          {shown.map((environment) => (
            <EnvironmentLine key={environment.id} environment={environment} />
          ))}
        </ul>
      )}
    </>
  );
}
