'use client';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback } from 'react';
import { PageBody } from '@/components/shell/frame';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { ShowMore } from '@/components/ui/show-more';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { Table, TableBody, TableHead, Th } from '@/components/ui/table';
import { sentenceOf } from '@/lib/client/api-problem';
import { useTenantUpdates } from '@/lib/client/cache-updates/use-cache-updates';
import { ENVIRONMENT_ORDERS, type EnvironmentFilter, useEnvironmentPages } from '@/lib/client/environments';
import { type ReadonlyURLParams, useUrlState } from '@/lib/client/url-state';
import { ENVIRONMENT_GROUPS } from '@/lib/model/environment-groups';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { CreateEnvironmentButton, useEnvironmentCreation } from './create-environment';
import { EnvironmentCard, EnvironmentRow } from './environment-row';
import { FirstEnvironment } from './first-environment';

/** With fewer there is nothing to search. */
const MANY = 5;
const EVERY = 'every';
const DEFAULT_ORDER = ENVIRONMENT_ORDERS[0];

/** All environments of the tenant, live; searched, filtered and ordered by the server, as the address says. */
export function EnvironmentsPage({ actions }: { actions?: ReactNode }) {
  const t = useTranslations('environments');
  useTenantUpdates(useRoleReason() === null);
  const creation = useEnvironmentCreation();
  const [params, setParams] = useUrlState();
  const filter = filterOf(params);
  const pages = useEnvironmentPages(filter);
  const found = pages.data?.pages.flatMap(({ environments }) => environments) ?? [];
  const count = pages.data?.pages[0]?.count ?? 0;
  const filtered = filter.search !== '' || filter.group !== '';
  const none = pages.isSuccess && !pages.isPlaceholderData && count === 0;
  return (
    <PageBody>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        actions={
          <>
            {!pages.isPending && actions}
            {(count > 0 || filtered) && <CreateEnvironmentButton button={creation.button} />}
          </>
        }
      />
      {pages.isError && (
        <Notice
          tone="failed"
          title={t('error')}
          actions={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>}
        >
          {sentenceOf(pages.error)}
        </Notice>
      )}
      {pages.isPending && <ListSkeleton />}
      {none && !filtered && <FirstEnvironment create={creation.button} />}
      {creation.dialog}
      {pages.isSuccess && (count > 0 || filtered) && (
        <section aria-label={t('title')} aria-busy={pages.isPlaceholderData} className="flex flex-col gap-4">
          {(count > MANY || filtered) && <Tools filter={filter} found={count} onChange={setParams} />}
          {none ? (
            <EmptyState icon={<Search />} title={t('search.none')}>
              <Button onClick={() => setParams({ q: null, show: null })}>{t('search.all')}</Button>
            </EmptyState>
          ) : (
            <List environments={found} />
          )}
          <ShowMore of={pages} shown={found.length} all={count} />
        </section>
      )}
    </PageBody>
  );
}

function filterOf(params: ReadonlyURLParams): EnvironmentFilter {
  return {
    search: params.get('q') ?? '',
    group: ENVIRONMENT_GROUPS.find((group) => group === params.get('show')) ?? '',
    order: ENVIRONMENT_ORDERS.find((order) => order === params.get('order')) ?? DEFAULT_ORDER,
  };
}

function Tools({
  filter,
  found,
  onChange,
}: {
  filter: EnvironmentFilter;
  found: number;
  onChange: (changes: Record<string, string | null>) => void;
}) {
  const t = useTranslations('environments');
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <search aria-label={t('search.tools')} className="flex flex-wrap items-center gap-3">
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={filter.search}
        onChange={search}
      />
      <Select
        label={t('filter.label')}
        className="w-48 max-sm:w-full"
        value={filter.group === '' ? EVERY : filter.group}
        onValueChange={(show) => onChange({ show: show === EVERY ? null : show })}
        options={[
          { value: EVERY, label: t('filter.all') },
          ...ENVIRONMENT_GROUPS.map((group) => ({ value: group, label: t(`filter.${group}`) })),
        ]}
      />
      <Select
        label={t('order.label')}
        className="w-52 max-sm:w-full"
        value={filter.order}
        onValueChange={(order) => onChange({ order: order === DEFAULT_ORDER ? null : order })}
        options={ENVIRONMENT_ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
      />
      <p role="status" className="text-ink-muted">
        {filter.search === '' && filter.group === '' ? '' : t('search.found', { found })}
      </p>
    </search>
  );
}

function List({ environments }: { environments: ListedEnvironmentView[] }) {
  const t = useTranslations('environments');
  return (
    <>
      <Table caption={t('title')} className="hidden md:block">
        <TableHead>
          <Th>{t('column.name')}</Th>
          <Th>{t('column.status')}</Th>
          <Th>{t('column.machines')}</Th>
          <Th>{t('column.owner')}</Th>
          <Th>{t('column.deployed')}</Th>
          <Th>{t('column.changed')}</Th>
          <Th>
            <span className="sr-only">{t('column.actions')}</span>
          </Th>
        </TableHead>
        <TableBody>
          {environments.map((environment) => (
            <EnvironmentRow key={environment.id} environment={environment} />
          ))}
        </TableBody>
      </Table>
      <ul className="flex flex-col gap-3 md:hidden">
        {environments.map((environment) => (
          <EnvironmentCard key={environment.id} environment={environment} />
        ))}
      </ul>
    </>
  );
}

function ListSkeleton() {
  const t = useTranslations('environments');
  return (
    <div className="flex flex-col gap-px overflow-hidden rounded-xl border border-line">
      <LoadingWords>{t('loading')}</LoadingWords>
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex items-center gap-6 bg-surface px-4 py-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="ml-auto hidden h-5 w-32 sm:block" />
        </div>
      ))}
    </div>
  );
}
