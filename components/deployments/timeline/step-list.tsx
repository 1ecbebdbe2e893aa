'use client';
import { Milestone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { Disclosure } from '@/components/ui/disclosure';
import { useDuration } from '@/components/ui/use-duration';
import type { UnitState } from '@/lib/model/unit-state';
import type { RunUnit } from '../run';
import { useRunWords } from '../run-words';
import type { Segment, TimelineGroup } from './rows';
import { useSegmentWords } from './segment-words';

const STATES: Record<Segment['state'], UnitState> = {
  running: 'running',
  ok: 'ready',
  failed: 'failed',
  cancelled: 'attention',
  waiting: 'waiting',
  planned: 'waiting',
};

/** So many machines are read from end to end; of more, each is folded until something in it wants attention. */
const READ_WHOLE = 12;

/** The timeline as a list that says the same: every step of every machine, when it began and how long it took. */
export function StepList({
  groups,
  units,
  startMs,
  over,
  picked,
  onPick,
  details,
}: {
  groups: readonly TimelineGroup[];
  units: ReadonlyMap<string, RunUnit>;
  /** start of the deployment, in milliseconds since the epoch */
  startMs: number;
  /** the deployment has ended */
  over: boolean;
  /** the step whose details are shown */
  picked: string | null;
  onPick: (effectId: string) => void;
  details: (segment: Segment) => ReactNode;
}) {
  const t = useTranslations('deployments.timeline');
  const runWords = useRunWords();
  const words = useSegmentWords();
  const isMany = groups.reduce((sum, { rows }) => sum + rows.length, 0) > READ_WHOLE;
  return (
    <ul aria-label={t('label')} className={cn('flex flex-col', isMany ? 'gap-1' : 'gap-5')}>
      {groups.flatMap((group) =>
        group.rows.map((row) => {
          const unit = row.unitId === null ? undefined : units.get(row.unitId);
          const shown = row.segments.filter((segment) => segment.kind !== 'waiting');
          const head = (
            <>
              {unit && <StatusIcon state={unit.state} />}
              <span className={cn('font-medium', isMany && 'text-ink')}>{words.row(row.title)}</span>
              {group.title && <span className="min-w-0 break-words text-ink-muted text-xs">{group.title}</span>}
              {unit && <span className="ml-auto shrink-0 text-ink-muted text-xs">{runWords.state(unit)}</span>}
            </>
          );
          const steps =
            shown.length === 0 ? (
              <p className="py-2 text-ink-muted">{t(over ? 'noStepsAtAll' : 'noSteps')}</p>
            ) : (
              <ol>
                {shown.map((segment) => (
                  <StepRow
                    key={segment.id}
                    segment={segment}
                    startMs={startMs}
                    over={over}
                    details={segment.effectId !== null && segment.effectId === picked ? details(segment) : null}
                    onPick={onPick}
                  />
                ))}
              </ol>
            );
          const isWanted = shown.some(
            ({ state, effectId }) => state === 'failed' || (effectId !== null && effectId === picked),
          );
          return (
            <li key={row.id}>
              {isMany ? (
                <Disclosure
                  needed={isWanted ? 1 : 0}
                  className="border-line border-b"
                  summary={<span className="flex min-w-0 flex-1 items-center gap-x-2">{head}</span>}
                >
                  {steps}
                </Disclosure>
              ) : (
                <>
                  <p className="flex flex-wrap items-center gap-x-2 border-line border-b pb-1.5">{head}</p>
                  {steps}
                </>
              )}
            </li>
          );
        }),
      )}
    </ul>
  );
}

function StepRow({
  segment,
  startMs,
  over,
  details,
  onPick,
}: {
  segment: Segment;
  startMs: number;
  over: boolean;
  /** shown below it when it is picked */
  details: ReactNode;
  onPick: (effectId: string) => void;
}) {
  const t = useTranslations('deployments.timeline');
  const words = useSegmentWords();
  const duration = useDuration();
  const { effectId } = segment;
  const machines = segment.kind !== 'effect';
  return (
    <li
      className={cn(
        'grid grid-cols-[1rem_1fr_auto] items-center gap-x-2.5 border-line border-b py-1.5 last:border-b-0',
        machines && 'text-ink-muted',
      )}
    >
      <StatusIcon state={STATES[segment.state]} />
      <span className="min-w-0">
        {effectId === null ? (
          words.title(segment)
        ) : (
          <button
            type="button"
            aria-expanded={details !== null}
            onClick={() => onPick(effectId)}
            className="touch-target rounded-sm text-left font-medium text-accent-ink hover:underline"
          >
            {words.title(segment)}
          </button>
        )}
        <span className="sr-only">: {t(`states.${segment.state}`)}</span>
        {segment.critical && (
          <span className="ml-2 inline-flex items-center gap-1 align-middle text-ink-muted text-xs">
            <Milestone aria-hidden className="size-3.5" />
            {t(over ? 'critical' : 'criticalSoFar')}
          </span>
        )}
      </span>
      <span className="text-right text-ink-muted text-xs tabular-nums">
        {t(segment.state === 'planned' ? 'afterAbout' : 'after', {
          duration: duration(Math.floor((segment.from - startMs) / 1000) * 1000),
        })}
        <span className="block font-medium text-[13px] text-ink">{duration(segment.to - segment.from)}</span>
      </span>
      {details && <div className="col-span-3 py-1.5">{details}</div>}
    </li>
  );
}
