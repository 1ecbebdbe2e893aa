'use client';
import { CircleCheck, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/select';
import { useOverview } from '@/lib/client/administration';
import { useInstallationEvents } from '@/lib/client/events/use-installation-events';
import type { Overview } from '@/lib/model/administration';
import { Answer } from '../answer';
import { SearchField } from '../search-field';
import { useUrlFilters } from '../use-url-filters';
import { EnvironmentLine } from './environment-line';
import { countByAttention, findInOverview } from './find';
import { Numbers } from './numbers';

const EVERY = 'every';

/** What is wrong right now, in all tenants, live: the most urgent first. */
export function OverviewPage() {
  const overview = useOverview();
  const connection = useInstallationEvents();
  const t = useTranslations('admin.overview');
  return (
    <section aria-labelledby="admin-overview" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="admin-overview" className="font-semibold text-[17px]">
          {t('title')}
        </h2>
        <p role="status" className="text-[13px] text-ink-muted">
          {t(connection === 'connecting' ? 'live' : connection)}
        </p>
      </div>
      <Answer of={overview}>{(data) => <Environments overview={data} />}</Answer>
    </section>
  );
}

function Environments({ overview }: { overview: Overview }) {
  const t = useTranslations('admin.overview');
  const [filters, change] = useUrlFilters(['attention', 'tenant', 'q']);
  const searched = findInOverview(overview.environments, filters);
  const shown = searched.filter(({ attention }) => filters.attention === '' || attention === filters.attention);
  const tenants = new Map(overview.environments.map(({ tenant }) => [tenant.id, tenant.name]));
  const filtered = filters.attention !== '' || filters.tenant !== '' || filters.q !== '';
  if (overview.environments.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title={t('empty.title')}>
        {t('empty.sentence')}
      </EmptyState>
    );
  }
  return (
    <>
      <Numbers
        counts={countByAttention(searched)}
        chosen={filters.attention}
        onChoose={(attention) => change({ attention })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('search')} value={filters.q} onChange={(q) => change({ q })} />
        <Select
          label={t('tenant')}
          className="w-48"
          value={filters.tenant === '' ? EVERY : filters.tenant}
          onValueChange={(tenant) => change({ tenant: tenant === EVERY ? '' : tenant })}
          options={[
            { value: EVERY, label: t('everyTenant') },
            ...[...tenants]
              .sort(([, a], [, b]) => a.localeCompare(b))
              .map(([id, name]) => ({ value: id, label: name })),
          ]}
        />
        <p role="status" className="text-ink-muted">
          {t('found', { count: shown.length, all: overview.environments.length })}
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
        <ul aria-label={t('environments')} className="overflow-hidden rounded-xl border border-line">
          {shown.map((environment) => (
            <EnvironmentLine key={environment.id} environment={environment} />
          ))}
        </ul>
      )}
    </>
  );
}
