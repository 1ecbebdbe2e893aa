'use client';
import { Ellipsis, GitCompareArrows, RotateCcw, ScrollText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useId, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { DeploymentStatusBadge } from '@/components/status/deployment-status';
import { targetNames, useRunTitle } from '@/components/status/run-title';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu, MenuItem, MenuLink } from '@/components/ui/menu';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useDuration } from '@/components/ui/use-duration';
import { useEnvironment } from '@/lib/client/environments';
import type { HistoryEntry } from '@/lib/model/history-views';
import { deploys } from '@/lib/model/runs/deploying';
import { entryTitle, tookMs } from './entry-title';
import { ChangeSentence } from './impact';
import { useRollBackRefusal } from './use-roll-back-refusal';

const RollBack = onDemand<ComponentProps<typeof import('./roll-back').RollBack>>(
  async () => (await import('./roll-back')).RollBack,
);

/** As many changes are told before the rest is folded. */
const FIRST = 3;

/** One deployment: its version, who, when, what it changed, how it ended, and what can be done with it. */
export function HistoryEntryItem({
  environmentId,
  entry,
  now,
}: {
  environmentId: string;
  entry: HistoryEntry;
  /** the present in ms since the epoch, while it is under way */
  now: number | null;
}) {
  const t = useTranslations('history');
  const run = useRunTitle();
  const services = useEnvironment(environmentId).data?.services ?? [];
  const duration = useDuration();
  const [all, setAll] = useState(false);
  const changesId = useId();
  const base = `/environments/${environmentId}/deployments`;
  const title = entryTitle(entry, run.title(entry));
  const took = tookMs(entry, now);
  const shown = all ? entry.changes : entry.changes.slice(0, FIRST);
  const hidden = entry.changes.length - shown.length;
  return (
    <li className="relative flex flex-col gap-2 px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 className="font-semibold text-[15px]">
            <Link href={`${base}/${entry.run_id}`} className="font-semibold text-ink">
              {t(`entry.${title.key}`, { version: title.version, title: title.title })}
            </Link>
          </h3>
          <DeploymentStatusBadge status={entry.state} state={entry.outcome} />
          {entry.current && deploys(entry.kind) && <Badge tone="accent">{t('entry.current')}</Badge>}
          {entry.restores && (
            <Badge icon={<RotateCcw aria-hidden />}>{t('entry.restores', { version: entry.restores.version })}</Badge>
          )}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          <EntryActions environmentId={environmentId} entry={entry} />
        </div>
      </div>
      <ul id={changesId} className="max-w-prose">
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
          <ChangeSentence key={index} environmentId={environmentId} change={change} dense />
        ))}
        {entry.changes.length === 0 && (
          <li className="text-ink-muted">{run.summary({ ...entry, about: targetNames(entry.target, services) })}</li>
        )}
      </ul>
      {entry.changes.length > FIRST && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 self-start"
          aria-expanded={all}
          aria-controls={changesId}
          onClick={() => setAll(!all)}
        >
          {all ? t('entry.fewer') : t('entry.more', { count: hidden })}
        </Button>
      )}
      {entry.problem && (
        <p className="max-w-prose break-words text-[13px] text-failed-text">{entry.problem.sentence}</p>
      )}
      <p className="flex flex-wrap gap-x-1.5 text-[13px] text-ink-muted">
        <span>{t('entry.by', { name: entry.user_name === '' ? t('somebody') : entry.user_name })}</span>
        <span aria-hidden>·</span>
        <RelativeTime at={entry.created} />
        {took !== null && (
          <>
            <span aria-hidden>·</span>
            <span className="tabular-nums">
              {t(entry.finished === null ? 'entry.runningFor' : 'entry.took', { duration: duration(took) })}
            </span>
          </>
        )}
      </p>
    </li>
  );
}

function EntryActions({ environmentId, entry }: { environmentId: string; entry: HistoryEntry }) {
  const t = useTranslations('history');
  const [asking, setAsking] = useState(false);
  const reason = useEditReason(environmentId);
  const noWayBack = useRollBackRefusal()(entry);
  const base = `/environments/${environmentId}/deployments`;
  const { version } = entry;
  const title = entryTitle(entry, useRunTitle().title(entry));
  return (
    <>
      {version !== null && deploys(entry.kind) && noWayBack === null && (
        <Button size="sm" className="max-sm:hidden" disabledReason={reason} onClick={() => setAsking(true)}>
          <RotateCcw aria-hidden />
          {t('rollBack.action', { version })}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton
            size="sm"
            label={t('entry.menu', { title: t(`entry.${title.key}`, { version: title.version, title: title.title }) })}
          >
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuLink icon={<ScrollText aria-hidden />} href={`${base}/${entry.run_id}`}>
          {t('entry.openRun')}
        </MenuLink>
        {version !== null && (
          <MenuLink icon={<GitCompareArrows aria-hidden />} href={`${base}/compare?from=${version - 1}&to=${version}`}>
            {t('entry.compareBefore')}
          </MenuLink>
        )}
        {version !== null && !entry.current && (
          <MenuLink icon={<GitCompareArrows aria-hidden />} href={`${base}/compare?from=${version}&to=current`}>
            {t('entry.compareCurrent')}
          </MenuLink>
        )}
        {version !== null && deploys(entry.kind) && (
          <MenuItem
            icon={<RotateCcw aria-hidden />}
            disabledReason={noWayBack ?? reason}
            onSelect={() => setAsking(true)}
          >
            {t('rollBack.action', { version })}
          </MenuItem>
        )}
      </Menu>
      {asking && version !== null && (
        <RollBack
          environmentId={environmentId}
          runId={entry.run_id}
          version={version}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
