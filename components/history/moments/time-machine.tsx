'use client';
import { History, PencilRuler, RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { useAt } from '@/lib/client/moment-address';
import { useMoments, useStateAt } from '@/lib/client/moments';
import type { Moment, StateAt } from '@/lib/model/moments/moment-view';
import { MomentMarks } from './moment-marks';
import { useMomentWords } from './moment-words';

const RollBack = onDemand<ComponentProps<typeof import('../roll-back').RollBack>>(
  async () => (await import('../roll-back')).RollBack,
);

/** So long after the last move the drawing follows, in milliseconds. */
const SETTLED_MS = 150;
/** What is chosen where no moment of the past is. */
const NOW = 'now';
/** So close to the oldest moment that is known, earlier ones are read. */
const NEAR_END = 3;

/** The whole life of an environment under one slider: the drawing above follows it. Nothing where there is no past. */
export function TimeMachine({ environmentId }: { environmentId: string }) {
  const t = useTranslations('history.past');
  const words = useMomentWords(environmentId);
  const [at, go] = useAt();
  const { moments, isWhole, readEarlier } = useLife(environmentId);
  const [chosen, setChosen] = useState<string | null>(null);
  const now = moments.length;
  const atOf = (id: string) => moments.find((one) => one.id === id)?.at ?? null;
  const chosenAt = chosen === null ? null : chosen === NOW ? now : moments.findIndex(({ id }) => id === chosen);
  const addressed = at === null ? now : moments.findLastIndex((one) => one.at <= at);
  const index = Math.max(0, chosenAt ?? addressed);
  const moment = moments[index] ?? null;
  const target = chosen === null ? at : atOf(chosen);
  useEffect(() => {
    const timer = setTimeout(() => go(target), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [target, go]);
  // whoever follows a link or goes back chooses by the address
  const [lastAt, setLastAt] = useState(at);
  if (at !== lastAt) {
    setLastAt(at);
    if (at !== target) setChosen(null);
  }
  // a link may lead to a moment older than those that are read first
  const isEarlierWanted = !isWhole && (addressed < 0 || index < NEAR_END);
  useEffect(() => {
    if (isEarlierWanted) readEarlier();
  }, [isEarlierWanted, readEarlier]);
  if (moments.length === 0) return null;
  const said = moment === null ? t('now') : words.what(moment);
  return (
    <section
      aria-label={t('label')}
      data-beside-wall
      className={cn(
        'flex flex-col gap-2 rounded-xl border bg-surface px-4 py-3',
        at !== null && 'border-accent-line bg-accent-soft',
      )}
    >
      <div className="flex items-center gap-3">
        <span aria-hidden className="flex shrink-0 items-center gap-2 text-[13px] text-ink-muted">
          <History className="size-4" />
          <span className="max-sm:hidden">{t('label')}</span>
        </span>
        <div className="relative min-w-0 flex-1 pt-4">
          <MomentMarks moments={moments} />
          <input
            type="range"
            min={0}
            max={now}
            step={1}
            value={index}
            aria-label={t('slider')}
            aria-valuetext={moment === null ? said : t('value', { what: said, at: words.when(moment.at) })}
            onChange={(event) => setChosen(moments[Number(event.target.value)]?.id ?? NOW)}
            className="touch-target h-6 w-full cursor-pointer accent-accent"
          />
        </div>
        <span aria-hidden className={cn('text-[13px]', at === null ? 'font-medium' : 'text-ink-muted')}>
          {t('now')}
        </span>
      </div>
      {(at !== null || moment !== null) && (
        <MomentSummary environmentId={environmentId} at={at} moment={moment} said={said} onNow={() => setChosen(NOW)} />
      )}
    </section>
  );
}

/** What the moment is that the drawing shows, and what can be done with it. */
function MomentSummary({
  environmentId,
  at,
  moment,
  said,
  onNow,
}: {
  environmentId: string;
  at: string | null;
  moment: Moment | null;
  said: string;
  onNow: () => void;
}) {
  const t = useTranslations('history.past');
  const words = useMomentWords(environmentId);
  const { data: state } = useStateAt(environmentId, at);
  const shownAt = moment?.at ?? at;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 flex-1 basis-64">
        <span className="block break-words font-medium">{said}</span>
        <span className="text-[13px] text-ink-muted">
          {shownAt !== null && words.when(shownAt)}
          {state && <> · {state.version ? t('inForce', { version: state.version.version }) : t('before')}</>}
        </span>
        {state?.log_removed && <span className="block text-[13px] text-ink-muted">{t('logRemoved')}</span>}
      </p>
      {moment?.run && (
        <LinkButton size="sm" href={`/environments/${environmentId}/deployments/${moment.run.run_id}`}>
          {t('openRun')}
        </LinkButton>
      )}
      {state?.version && <DraftOfMoment environmentId={environmentId} version={state.version} />}
      <Button size="sm" variant="primary" onClick={onNow}>
        <RotateCcw aria-hidden />
        {t('back')}
      </Button>
    </div>
  );
}

/** Opens a draft that goes back to the version that was in force. */
function DraftOfMoment({
  environmentId,
  version,
}: {
  environmentId: string;
  version: NonNullable<StateAt['version']>;
}) {
  const t = useTranslations('history.past');
  const history = useTranslations('history.entry');
  const [isAsking, setAsking] = useState(false);
  const reason = useEditReason(environmentId);
  const noWayBack = version.current
    ? t('current')
    : version.outcome === 'success'
      ? null
      : history('unfinished', { version: version.version });
  return (
    <>
      <Button size="sm" disabledReason={reason ?? noWayBack} onClick={() => setAsking(true)}>
        <PencilRuler aria-hidden />
        {t('draft')}
      </Button>
      {isAsking && (
        <RollBack
          environmentId={environmentId}
          runId={version.run_id}
          version={version.version}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The moments that are read, oldest first; whether those are all; and what reads earlier ones. */
function useLife(environmentId: string) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useMoments(environmentId);
  const moments = useMemo(() => (data?.pages ?? []).flatMap((page) => page.moments).reverse(), [data]);
  return useMemo(
    () => ({
      moments,
      isWhole: !hasNextPage || isFetchingNextPage,
      readEarlier: () => void fetchNextPage(),
    }),
    [moments, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
}
