'use client';
import { OctagonX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Disclosure } from '@/components/ui/disclosure';
import { useFailureReview } from '@/lib/client/failures';
import type { Guide } from '@/lib/model/guide';
import type { Failure } from '@/lib/model/progress/failure';
import { failureAdvice } from '@/lib/model/progress/failure-advice';
import type { RunView } from '@/lib/model/runs/run-view';
import { failureFacts } from '../help-bundle';
import { useRunWords } from '../run-words';
import { AskSomebody } from './ask-somebody';
import { Causes } from './causes';
import { Findings } from './findings';
import { UnitRepair } from './unit-repair';

/** One thing that went wrong: what it means, why it may be, what Vetro has looked at, and what can be done. */
export function FailureEntry({
  view,
  failure,
  guide,
  over,
  isLookedAt,
  onShowLog,
}: {
  view: RunView;
  failure: Failure;
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
  const [isAsked, setAsked] = useState(isLookedAt);
  const { id: runId, environment_id: environmentId, kind } = view;
  const review = useFailureReview(environmentId, runId, failure.id, isAsked);
  const { means, causes } = failureAdvice(failure, guide);
  const findings = review.data?.findings ?? [];
  const headline = words.headline(failure, kind);
  const refusalOf = (repair: 'replace' | 'takeOut') =>
    over ? review.data?.repairs.find((one) => one.repair === repair)?.refused : 'running';
  return (
    <li id={`failure-${failure.id}`} className="flex scroll-mt-20 gap-3 p-4 sm:p-5">
      <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-failed-solid" />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold text-[15px]">{headline}</h3>
        {means && <p className="mt-0.5">{means}</p>}
        <p className="mt-0.5 break-words text-ink-muted">{failure.sentence ?? t('noReason')}</p>
        <div className="mt-3 grid gap-x-8 gap-y-3 lg:grid-cols-2">
          <Causes causes={causes} findings={findings} />
          {isAsked ? (
            <Findings review={review} />
          ) : (
            <Button size="sm" className="justify-self-start" onClick={() => setAsked(true)}>
              {t('look')}
            </Button>
          )}
        </div>
        <div className="mt-3 flex flex-wrap items-start gap-2">
          {failure.unitId !== null &&
            failure.serviceId !== null &&
            review.data &&
            (['replace', 'takeOut'] as const).map((repair) => (
              <UnitRepair
                key={repair}
                environmentId={environmentId}
                repair={repair}
                refused={refusalOf(repair) ?? null}
                machine={{
                  serviceId: failure.serviceId ?? '',
                  unitId: failure.unitId ?? '',
                  host: failure.host ?? '',
                }}
              />
            ))}
          <AskSomebody view={view} failure={failure} headline={headline} findings={findings} />
          {failure.what.kind !== 'deployment' && (
            <Button variant="ghost" size="sm" onClick={() => onShowLog(failure.id)}>
              {t('showLog')}
            </Button>
          )}
        </div>
        <Disclosure summary={t('details')} className="mt-1 min-w-0 max-w-full">
          <CodeBlock label={t('detailsLabel')} text={failureFacts(failure)} />
        </Disclosure>
      </div>
    </li>
  );
}
