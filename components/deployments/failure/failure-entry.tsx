'use client';
import { OctagonX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { useSentenceWords } from '@/components/status/sentence-words';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Disclosure } from '@/components/ui/disclosure';
import { useFailureReview } from '@/lib/client/failures';
import type { Repair } from '@/lib/model/failure-findings';
import type { FailureRepair, Guide } from '@/lib/model/guide';
import type { Failure } from '@/lib/model/progress/failure';
import { failureAdvice } from '@/lib/model/progress/failure-advice';
import type { MachineFailures } from '@/lib/model/progress/failures-by-machine';
import type { RunView } from '@/lib/model/runs/run-view';
import { failureFacts } from '../help-bundle';
import { useRunWords } from '../run-words';
import { AskSomebody } from './ask-somebody';
import { Causes } from './causes';
import { Findings } from './findings';
import { RetryMachine } from './retry-machine';
import { UnitRepair } from './unit-repair';

/** What went wrong on one machine: what each failure means, why it may be, what Vetro has looked at, what can be done. */
export function FailureEntry({
  view,
  machine: { lead, failures },
  guide,
  over,
  isLookedAt,
  onShowLog,
}: {
  view: RunView;
  machine: MachineFailures;
  /** what the packages of the run say to people */
  guide: Guide;
  /** the run has ended */
  over: boolean;
  /** looked into at once; else when somebody asks for it */
  isLookedAt: boolean;
  onShowLog: (effectId: string) => void;
}) {
  const t = useTranslations('deployments.failure');
  const words = useRunWords();
  const inWords = useSentenceWords();
  const [isAsked, setAsked] = useState(isLookedAt);
  const { id: runId, environment_id: environmentId, kind } = view;
  const place = { environmentId, runId, failureId: lead.id };
  const review = useFailureReview(place, 'then', isAsked);
  const advised = failures.map((failure) => ({ failure, ...failureAdvice(failure, guide) }));
  const causes = [
    ...new Map(advised.flatMap((one) => one.causes).map((cause) => [JSON.stringify(cause), cause])).values(),
  ];
  const findings = review.data?.findings ?? [];
  const single = failures.length === 1;
  const headline = single
    ? words.headline(lead, kind)
    : t('several', { count: failures.length, host: lead.host ?? '' });
  const refusalOf = (repair: FailureRepair) =>
    (over ? review.data?.repairs.find((one) => one.repair === repair)?.refused : 'running') ?? null;
  // even readers are told a reason where nothing may be changed
  const isRehearsal = useRoleReason('reader') !== null;
  const isOfMachine = !isRehearsal && lead.unitId !== null && lead.serviceId !== null && review.data !== undefined;
  return (
    <li
      id={single ? `failure-${lead.id}` : undefined}
      className="flex scroll-mt-20 gap-3 p-4 sm:p-5"
      data-failed={lead.host}
    >
      <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-failed-solid" />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold text-[15px]">{headline}</h3>
        {single ? (
          advised.map((one) => <Explanation key={one.failure.id} {...one} />)
        ) : (
          <ol className="mt-1 flex flex-col gap-2">
            {advised.map((one) => (
              <li key={one.failure.id} id={`failure-${one.failure.id}`} className="scroll-mt-20">
                <h4 className="font-medium">{words.headline({ ...one.failure, host: null }, kind)}</h4>
                <Explanation {...one} />
              </li>
            ))}
          </ol>
        )}
        <div className="mt-3 grid gap-x-8 gap-y-3 lg:grid-cols-2">
          <Causes causes={causes} findings={findings} />
          {isAsked ? (
            <Findings place={place} review={review} />
          ) : (
            <Button size="sm" className="justify-self-start" onClick={() => setAsked(true)}>
              {t('look')}
            </Button>
          )}
        </div>
        <div className="mt-3 flex flex-wrap items-start gap-2">
          {isOfMachine && <Repairs view={view} failure={lead} refusalOf={refusalOf} />}
          <AskSomebody
            view={view}
            failure={lead}
            headline={headline}
            sentences={failures.map(({ sentence }) => (sentence === null ? t('noReason') : inWords(sentence)))}
            findings={findings}
          />
          {lead.what.kind !== 'deployment' && (
            <Button variant="ghost" size="sm" onClick={() => onShowLog(lead.id)}>
              {t('showLog')}
            </Button>
          )}
        </div>
        <Disclosure summary={t('details')} className="mt-1 min-w-0 max-w-full">
          <CodeBlock label={t('detailsLabel')} text={failures.map(failureFacts).join('\n\n')} />
        </Disclosure>
      </div>
    </li>
  );
}

/** What can be done with the machine that failed. */
function Repairs({
  view,
  failure,
  refusalOf,
}: {
  view: RunView;
  failure: Failure;
  /** why a repair cannot be done; null when it can */
  refusalOf: (repair: FailureRepair) => Repair['refused'];
}) {
  return (
    <>
      <RetryMachine view={view} failure={failure} refused={refusalOf('retry')} />
      {(['replace', 'takeOut'] as const).map((repair) => (
        <UnitRepair
          key={repair}
          environmentId={view.environment_id}
          repair={repair}
          refused={refusalOf(repair)}
          machine={{ serviceId: failure.serviceId ?? '', unitId: failure.unitId ?? '', host: failure.host ?? '' }}
        />
      ))}
    </>
  );
}

/** What a failure means, and its own words. */
function Explanation({ failure, means }: { failure: Failure; means: string | null }) {
  const t = useTranslations('deployments.failure');
  const inWords = useSentenceWords();
  const { sentence, host, ownWords, code } = failure;
  // its sentence says which step failed on which machine, which is told above it, and why in the machine's words
  const said = code === 'plan_failed' && host !== null && ownWords !== null;
  return (
    <>
      {means && <p className="mt-0.5">{means}</p>}
      <p className="mt-0.5 break-words text-ink-muted">
        {said ? t('says', { host, words: ownWords }) : sentence === null ? t('noReason') : inWords(sentence)}
      </p>
    </>
  );
}
