'use client';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { CodeBlock } from '@/components/ui/code-block';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/segmented';
import { useUrlState } from '@/lib/client/url-state';
import type { Comparison } from '@/lib/model/history-views';
import { ChangeSentence } from './impact';
import { SideBySide } from './side-by-side';

const VIEWS = ['words', 'sides', 'json'] as const;

/** What differs between two versions: in words, side by side, or for programs. */
export function ComparisonView({
  environmentId,
  comparison,
  from,
  to,
  admin,
}: {
  environmentId: string;
  comparison: Comparison;
  /** the words for both sides */
  from: string;
  to: string;
  /** also as JSON */
  admin: boolean;
}) {
  const t = useTranslations('history.compare');
  const [params, setParams] = useUrlState();
  const views = VIEWS.filter((one) => admin || one !== 'json');
  const view = views.find((one) => one === params.get('view')) ?? 'words';
  const all = params.get('all') === 'yes';
  const { changes, services } = comparison;
  const same = changes.length === 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-[15px]">{same ? t('same') : t('differences', { count: changes.length })}</h2>
        <div className="flex flex-wrap items-center gap-4">
          {view === 'sides' && (
            <Checkbox
              label={t('showAll')}
              checked={all}
              onCheckedChange={(on) => setParams({ all: on ? 'yes' : null })}
            />
          )}
          <Segmented
            label={t('views.label')}
            options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
            value={view}
            onChange={(next) => setParams({ view: next === 'words' ? null : next })}
          />
        </div>
      </div>
      {view === 'json' && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <CodeBlock label={from} text={JSON.stringify(comparison.from, null, 2)} />
          <CodeBlock label={to} text={JSON.stringify(comparison.to, null, 2)} />
          <CodeBlock label={t('changesJson')} text={JSON.stringify(changes, null, 2)} className="lg:col-span-2" />
        </div>
      )}
      {view !== 'json' && same && !(view === 'sides' && all) && (
        <EmptyState title={t('sameTitle')}>{t('sameText', { from, to })}</EmptyState>
      )}
      {view === 'words' && !same && (
        <Card>
          <ul aria-label={t('changes')} className="divide-y divide-line">
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
              <ChangeSentence key={index} environmentId={environmentId} change={change} />
            ))}
          </ul>
        </Card>
      )}
      {view === 'sides' && (!same || all) && (
        <SideBySide environmentId={environmentId} services={services} from={from} to={to} onlyDifferent={!all} />
      )}
    </>
  );
}
