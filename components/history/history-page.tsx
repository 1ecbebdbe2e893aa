'use client';
import { History as HistoryIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { ShowMore } from '@/components/ui/show-more';
import { Skeleton } from '@/components/ui/skeleton';
import { useEnvironment } from '@/lib/client/environments';
import { type HistoryFilter, useHistory } from '@/lib/client/history';
import { useUrlState } from '@/lib/client/url-state';
import { HISTORY_OUTCOMES, type HistoryOutcome } from '@/lib/model/history-outcomes';
import { UNIT_WORKFLOWS } from '@/lib/model/runs/unit-workflows';
import { FilterRow } from './filter-row';
import { FilterSelect } from './filter-select';
import { HistoryTabs } from './history-tabs';
import { useSeconds } from './use-seconds';

const loadEntry = async () => (await import('./history-entry')).HistoryEntryItem;
const HistoryEntryItem = onDemand<ComponentProps<typeof import('./history-entry').HistoryEntryItem>>(
  loadEntry,
  <li>
    <Skeleton className="h-24 w-full" />
  </li>,
);

/** Kinds of runs to pick by: deployments, what workflows did with machines, and the rest. */
const KINDS = ['deploy', ...UNIT_WORKFLOWS, 'action', 'delete'] as const;

/** What came to pass in an environment: every deployment with its version, newest first. */
export function HistoryPage({ environmentId }: { environmentId: string }) {
  const t = useTranslations('history');
  const [params, setParams] = useUrlState();
  const filter = filterOf(params);
  const history = useHistory(environmentId, filter);
  usePreload(loadEntry);
  const services = useEnvironment(environmentId).data?.services ?? [];
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  const now = useSeconds(entries.some((entry) => entry.finished === null));
  const filtered = Object.keys(filter).length > 0;
  const clear = () => setParams({ kind: null, outcome: null, by: null, service: null });
  return (
    <>
      <HistoryTabs environmentId={environmentId} />
      <QueryResult of={history} failed={t('failed')} loading={t('loading')}>
        {({ pages: [first] }) =>
          entries.length === 0 && !filtered ? (
            <EmptyState icon={<HistoryIcon />} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          ) : (
            <>
              <FilterRow label={t('filters.label')} filtered={filtered} onClear={clear}>
                <FilterSelect
                  label={t('filters.kind')}
                  all={t('filters.allKinds')}
                  options={KINDS.map((value) => ({ value, label: t(`runKinds.${value}`) }))}
                  value={filter.kind ?? null}
                  onChange={(kind) => setParams({ kind })}
                />
                <FilterSelect
                  label={t('filters.outcome')}
                  all={t('filters.allOutcomes')}
                  options={HISTORY_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
                  value={filter.outcome ?? null}
                  onChange={(outcome) => setParams({ outcome })}
                />
                <FilterSelect
                  label={t('filters.by')}
                  all={t('filters.everybody')}
                  options={(first?.people ?? []).map(({ id, name }) => ({
                    value: id,
                    label: name === '' ? t('somebody') : name,
                  }))}
                  value={filter.user_id ?? null}
                  onChange={(by) => setParams({ by })}
                />
                <FilterSelect
                  label={t('filters.service')}
                  all={t('filters.allServices')}
                  options={services.map(({ id, name }) => ({ value: id, label: name }))}
                  value={filter.service_id ?? null}
                  onChange={(service) => setParams({ service })}
                />
              </FilterRow>
              {entries.length === 0 ? (
                <EmptyState title={t('noneMatch')} actions={<Button onClick={clear}>{t('filters.clear')}</Button>} />
              ) : (
                <>
                  <h2 className="sr-only">{t('list')}</h2>
                  <ol
                    aria-label={t('list')}
                    aria-busy={history.isPlaceholderData}
                    className="divide-y divide-line rounded-xl border border-line bg-surface"
                  >
                    {entries.map((entry) => (
                      <HistoryEntryItem key={entry.run_id} environmentId={environmentId} entry={entry} now={now} />
                    ))}
                  </ol>
                </>
              )}
              <ShowMore of={history} label={t('older')} />
              {!history.hasNextPage && !filtered && first?.older_removed && (
                <p className="self-center text-ink-muted text-sm">{t('olderRemoved')}</p>
              )}
            </>
          )
        }
      </QueryResult>
    </>
  );
}

function filterOf(params: Pick<URLSearchParams, 'get'>): HistoryFilter {
  const outcome = params.get('outcome');
  const kind = KINDS.find((known) => known === params.get('kind'));
  const by = params.get('by');
  const service = params.get('service');
  return {
    ...(isOutcome(outcome) ? { outcome } : {}),
    ...(kind ? { kind } : {}),
    ...(isId(by) ? { user_id: by } : {}),
    ...(isId(service) ? { service_id: service } : {}),
  };
}

const isOutcome = (text: string | null): text is HistoryOutcome => HISTORY_OUTCOMES.some((known) => known === text);
const isId = (text: string | null): text is string => text !== null && /^[0-9a-f]{32}$/.test(text);
