'use client';
import { ArrowLeftRight, RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { useMe } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { useComparison, useHistory, useVersions } from '@/lib/client/history';
import { useUrlState } from '@/lib/client/url-state';
import { hasRole } from '@/lib/model/actor';
import type { HistoryEntry, ListedVersion, VersionView } from '@/lib/model/history-views';
import { ComparisonView } from './comparison-view';
import { HistoryTabs } from './history-tabs';
import { useRollBackRefusal } from './use-roll-back-refusal';
import { defaultSides, isVersionRef, versionOptions } from './version-options';
import { VersionSelect } from './version-select';

const RollBack = onDemand<ComponentProps<typeof import('./roll-back').RollBack>>(
  async () => (await import('./roll-back')).RollBack,
);

/** Any two versions of an environment against each other; the address tells which. */
export function ComparePage({ environmentId }: { environmentId: string }) {
  const environment = useEnvironment(environmentId);
  const draft = useDraft(environmentId);
  const history = useHistory(environmentId);
  const versions = useVersions(environmentId);
  if (!environment.data || draft.loading || history.isPending || versions.isPending)
    return <ComparePageSkeleton environmentId={environmentId} />;
  return (
    <Comparing
      environmentId={environmentId}
      version={environment.data.version}
      drafted={draft.mine !== null && draft.mine.changes > 0}
      listed={versions.data?.versions ?? []}
      more={typeof versions.data?.next_marker === 'string'}
      entries={history.data?.pages.flatMap((page) => page.entries) ?? []}
    />
  );
}

function Comparing({
  environmentId,
  version,
  drafted,
  listed,
  more,
  entries,
}: {
  environmentId: string;
  version: number;
  /** whether there is a draft of one's own to compare */
  drafted: boolean;
  /** the newest versions */
  listed: readonly ListedVersion[];
  /** whether there are older ones */
  more: boolean;
  /** the newest runs */
  entries: readonly HistoryEntry[];
}) {
  const t = useTranslations('history');
  const [params, setParams] = useUrlState();
  const defaults = defaultSides(version, drafted, entries);
  const asked = { from: params.get('from'), to: params.get('to') };
  const from = isVersionRef(asked.from) ? asked.from : defaults.from;
  const to = isVersionRef(asked.to) ? asked.to : defaults.to;
  const options = versionOptions(version, drafted, listed, [from, to]);
  const comparison = useComparison(environmentId, from, to);
  const admin = hasRole(useMe().role, 'admin');
  const nothingYet = version === 0 && defaults.to !== 'draft';
  const nameOf = (ref: string) => {
    const option = options.find((one) => one.ref === ref);
    return t(`sides.${option?.kind ?? 'version'}`, { version: option?.version ?? Number(ref) });
  };
  if (nothingYet) {
    return (
      <>
        <HistoryTabs environmentId={environmentId} />
        <EmptyState title={t('compare.empty.title')}>{t('compare.empty.text')}</EmptyState>
      </>
    );
  }
  return (
    <>
      <HistoryTabs
        environmentId={environmentId}
        actions={
          <RollBackTo
            environmentId={environmentId}
            version={version}
            sides={comparison.data ? [comparison.data.from, comparison.data.to] : []}
            entries={entries}
          />
        }
      />
      <Sides environmentId={environmentId} more={more} options={options} from={from} to={to} onChange={setParams} />
      {comparison.isError ? (
        <Notice
          tone="failed"
          title={t('compare.failed')}
          actions={
            <Button onClick={() => setParams({ from: defaults.from, to: defaults.to })}>
              {t('compare.startOver')}
            </Button>
          }
        >
          {sentenceOf(comparison.error)}
        </Notice>
      ) : comparison.data ? (
        <ComparisonView
          environmentId={environmentId}
          comparison={comparison.data}
          from={nameOf(from)}
          to={nameOf(to)}
          admin={admin}
        />
      ) : (
        <>
          <LoadingWords>{t('compare.loading')}</LoadingWords>
          <Skeleton className="h-64 w-full rounded-xl" />
        </>
      )}
    </>
  );
}

/** Which two versions are compared. */
function Sides({
  from,
  to,
  onChange,
  ...offered
}: Pick<ComponentProps<typeof VersionSelect>, 'environmentId' | 'more' | 'options'> & {
  from: string;
  to: string;
  onChange: (sides: { from: string; to: string }) => void;
}) {
  const t = useTranslations('history.compare');
  return (
    <section aria-label={t('sides')} className="flex flex-wrap items-end gap-3">
      <VersionSelect {...offered} label={t('from')} value={from} onChange={(ref) => onChange({ from: ref, to })} />
      <IconButton label={t('swap')} onClick={() => onChange({ from: to, to: from })}>
        <ArrowLeftRight aria-hidden />
      </IconButton>
      <VersionSelect {...offered} label={t('to')} value={to} onChange={(ref) => onChange({ from, to: ref })} />
    </section>
  );
}

/** Offers to go back to the older of two versions, where one is old. */
function RollBackTo({
  environmentId,
  version,
  sides,
  entries,
}: {
  environmentId: string;
  version: number;
  sides: readonly VersionView[];
  entries: readonly HistoryEntry[];
}) {
  const t = useTranslations('history');
  const [asking, setAsking] = useState(false);
  const reason = useEditReason(environmentId);
  const noWayBack = useRollBackRefusal();
  const [old] = sides.filter((side) => Number(side.ref) > 0 && side.version < version).sort(byVersion);
  const entry = entries.find((one) => one.version === old?.version);
  if (!old?.run_id || (entry && noWayBack(entry) !== null)) return null;
  return (
    <>
      <Button disabledReason={reason} onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden />
        {t('rollBack.action', { version: old.version })}
      </Button>
      {asking && (
        <RollBack
          environmentId={environmentId}
          runId={old.run_id}
          version={old.version}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const byVersion = (a: VersionView, b: VersionView) => a.version - b.version;

function ComparePageSkeleton({ environmentId }: { environmentId: string }) {
  const t = useTranslations('history.compare');
  return (
    <>
      <HistoryTabs environmentId={environmentId} />
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-64 w-full rounded-xl" />
    </>
  );
}
