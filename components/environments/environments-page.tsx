'use client';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { PageBody } from '@/components/shell/frame';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { Table, TableBody, TableHead, Th } from '@/components/ui/table';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironments } from '@/lib/client/environments';
import { useTenantEvents } from '@/lib/client/events/use-news';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { CreateEnvironment } from './create-environment';
import { EnvironmentCard, EnvironmentRow } from './environment-row';
import { FirstEnvironment } from './first-environment';
import { findEnvironments } from './search';

const MANY = 5;

/** All environments of the tenant, live. */
export function EnvironmentsPage({ actions }: { actions?: ReactNode }) {
  const t = useTranslations('environments');
  useTenantEvents();
  const environments = useEnvironments();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const all = environments.data ?? [];
  const found = findEnvironments(all, wanted);
  return (
    <PageBody>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        actions={
          <>
            {actions}
            {all.length > 0 && <CreateEnvironment />}
          </>
        }
      />
      {environments.isError && (
        <Notice
          tone="failed"
          title={t('error')}
          actions={<Button onClick={() => void environments.refetch()}>{t('retry')}</Button>}
        >
          {sentenceOf(environments.error)}
        </Notice>
      )}
      {environments.isPending && <ListSkeleton />}
      {environments.isSuccess && all.length === 0 && <FirstEnvironment />}
      {all.length > 0 && (
        <section aria-label={t('title')} className="flex flex-col gap-4">
          {all.length > MANY && <SearchBox typed={typed} onType={setTyped} found={found.length} all={all.length} />}
          {found.length === 0 ? (
            <EmptyState icon={<Search />} title={t('search.none', { wanted })}>
              <Button onClick={() => setTyped('')}>{t('search.all', { count: all.length })}</Button>
            </EmptyState>
          ) : (
            <List environments={found} />
          )}
        </section>
      )}
    </PageBody>
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
          <Th>{t('column.services')}</Th>
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

function SearchBox(props: { typed: string; onType: (typed: string) => void; found: number; all: number }) {
  const t = useTranslations('environments');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="relative min-w-48 flex-1 sm:max-w-80">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <Input
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={props.typed}
          onValueChange={props.onType}
          className="pl-8"
        />
      </div>
      <p role="status" className="text-ink-muted">
        {props.typed.trim() === '' ? '' : t('search.found', { found: props.found, all: props.all })}
      </p>
    </div>
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
