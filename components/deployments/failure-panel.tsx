'use client';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import type { Guide } from '@/lib/model/guide';
import type { Failure } from '@/lib/model/progress/failure';
import { failuresByMachine } from '@/lib/model/progress/failures-by-machine';
import type { RunView } from '@/lib/model/runs/run-view';
import { FailureEntry } from './failure/failure-entry';
import { GoOn } from './go-on';
import { RollBack } from './roll-back';
import { type RunUnit, unitsLeft, unitsMeant } from './run';

/** So many machines that failed are looked into at once; the others when somebody asks. */
const LOOKED_AT = 3;

/** What went wrong, in plain words: what, where, what is intact, and what to do next. */
export function FailurePanel({
  view,
  failures,
  guide,
  units,
  over,
  newest,
  bundle,
  onShowLog,
}: {
  view: RunView;
  failures: readonly Failure[];
  /** what the packages of the run say to people */
  guide: Guide;
  units: readonly RunUnit[];
  /** the run has ended: it can be gone on from */
  over: boolean;
  /** no other run has begun since: only then this one is what to go on from */
  newest: boolean;
  /** everything that somebody who is asked for help needs */
  bundle: () => string;
  /** shows what the log tells of an effect */
  onShowLog: (effectId: string) => void;
}) {
  const t = useTranslations('deployments.failure');
  const toast = useToast();
  // even readers are told a reason where nothing may be changed
  const isRehearsal = useRoleReason('reader') !== null;
  const { id: runId, environment_id: environmentId, kind } = view;
  const left = unitsLeft(unitsMeant(units, kind));
  const facts = (['ready', 'unfinished', 'notRemoved'] as const).filter(
    (fact) => left[fact].length > 0 && (over || fact === 'ready'),
  );
  return (
    <section aria-label={t('label')} className="rounded-xl border border-failed-border bg-surface">
      <ul className="divide-y divide-line">
        {failuresByMachine(failures).map((machine, at) => (
          <FailureEntry
            key={machine.failures[0].id}
            view={view}
            machine={machine}
            guide={guide}
            over={over}
            isLookedAt={at < LOOKED_AT}
            onShowLog={onShowLog}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t bg-sunken/50 p-4 sm:px-5">
        <div className="flex max-w-prose flex-col gap-0.5">
          {facts.map((fact) => (
            <p key={fact}>
              {t.rich(fact, {
                machines: left[fact].map((unit) => unit.title).join(', '),
                b: (chunks) => <strong>{chunks}</strong>,
              })}
            </p>
          ))}
          <p>
            {!over
              ? t('goesOn', { kind })
              : isRehearsal
                ? t('rehearsed')
                : newest
                  ? t('next', { kind })
                  : t('overtaken')}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <Button
            onClick={() => {
              navigator.clipboard.writeText(bundle()).then(
                () => toast.success(t('copied'), t('copiedHint')),
                () => toast.error(t('notCopied')),
              );
            }}
          >
            {t('help')}
          </Button>
          {over && newest && !isRehearsal && (kind === 'deploy' || kind === 'delete') && (
            <RollBack environmentId={environmentId} runId={runId} />
          )}
          {over && newest && view.outcome !== 'success' && kind !== 'check_status' && <GoOn view={view} />}
        </div>
      </div>
    </section>
  );
}
