'use client';
import { Eye, Layers, LogOut, PencilRuler, Rocket, RotateCcw, Settings2, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import { useActivity } from '@/lib/client/history';
import { useUrlState } from '@/lib/client/url-state';
import type { ActivityEntry } from '@/lib/model/history-views';
import { FilterRow } from './filter-row';
import { FilterSelect } from './filter-select';
import { HistoryTabs } from './history-tabs';
import { useActivityWords } from './use-activity-words';

/** Who did what in an environment, day by day, for those who may change it. */
export function ActivityPage({ environmentId }: { environmentId: string }) {
  const t = useTranslations('history.activity');
  const words = useActivityWords(environmentId);
  const [params, setParams] = useUrlState();
  const reason = useRoleReason();
  const by = params.get('by');
  const action = params.get('action');
  const filter = {
    ...(by !== null && /^[0-9a-f]{32}$/.test(by) ? { user_id: by } : {}),
    ...(action !== null && action.length <= 100 ? { action } : {}),
  };
  const activity = useActivity(environmentId, filter, reason === null);
  if (reason !== null) {
    return (
      <>
        <HistoryTabs environmentId={environmentId} />
        <EmptyState title={t('closed')}>{reason}</EmptyState>
      </>
    );
  }
  const clear = () => setParams({ by: null, action: null });
  return (
    <>
      <HistoryTabs environmentId={environmentId} />
      <QueryResult of={activity} failed={t('failed')} loading={t('loading')}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          const { people = [], actions = [] } = pages[0] ?? {};
          return (
            <>
              <FilterRow label={t('filters')} filtered={Object.keys(filter).length > 0} onClear={clear}>
                <FilterSelect
                  label={t('by')}
                  all={t('everybody')}
                  options={people.map(({ id, name }) => ({ value: id, label: words.person(name) }))}
                  value={filter.user_id ?? null}
                  onChange={(next) => setParams({ by: next })}
                />
                <FilterSelect
                  label={t('action')}
                  all={t('everything')}
                  options={actions.map((value) => ({ value, label: words.kind(value) }))}
                  value={filter.action ?? null}
                  onChange={(next) => setParams({ action: next })}
                  className="w-full sm:w-64"
                />
              </FilterRow>
              {entries.length === 0 ? (
                <EmptyState title={t('none')} actions={<Button onClick={clear}>{words.clear}</Button>} />
              ) : (
                <Days entries={entries} environmentId={environmentId} />
              )}
              <ShowMore of={activity} label={t('older')} />
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

function Days({ entries, environmentId }: { entries: ActivityEntry[]; environmentId: string }) {
  const format = useFormatter();
  const words = useActivityWords(environmentId);
  const dayOf = (entry: ActivityEntry) => format.dateTime(new Date(entry.at), { dateStyle: 'full' });
  const days = [...new Set(entries.map(dayOf))];
  return (
    <div className="flex flex-col gap-5">
      {days.map((day) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-2 font-medium text-[13px] text-ink-muted">{day}</h2>
          <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
            {entries
              .filter((entry) => dayOf(entry) === day)
              .map((entry) => {
                const Icon = iconOf(entry.action);
                return (
                  <li key={entry.id} className="flex items-start gap-3 px-4 py-2.5 sm:px-5">
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
                    <p className="min-w-0 flex-1 break-words">
                      <span className="font-medium">{words.person(entry.user_name)}</span> {words.action(entry)}
                    </p>
                    <time dateTime={entry.at} className="shrink-0 text-[13px] text-ink-muted tabular-nums leading-5">
                      {format.dateTime(new Date(entry.at), { timeStyle: 'medium' })}
                    </time>
                  </li>
                );
              })}
          </ol>
        </section>
      ))}
    </div>
  );
}

function iconOf(action: string): typeof Eye {
  if (action === 'credential.reveal') return Eye;
  if (action === 'session.deploy') return Rocket;
  if (action === 'session.rollback') return RotateCcw;
  if (action === 'session.discard' || action === 'deployment.cancel') return LogOut;
  if (/\.(delete|remove|remove_all)$/.test(action)) return Trash2;
  if (action.startsWith('session.')) return PencilRuler;
  return action.startsWith('service.') ? Layers : Settings2;
}
