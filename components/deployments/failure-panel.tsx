'use client';
import { OctagonX } from 'lucide-react';
import { CodeBlock } from '@/components/ui/code-block';
import { Disclosure } from '@/components/ui/disclosure';
import type { Failure } from '@/lib/model/progress/failure';
import { DeployAgain } from './deploy-again';
import type { RunUnit } from './run';

/** What went wrong, in plain words: what, where, what is intact, and what to do next. */
export function FailurePanel({
  environmentId,
  failures,
  units,
  over,
  newest,
}: {
  environmentId: string;
  failures: readonly Failure[];
  units: readonly RunUnit[];
  /** the deployment has ended: deploying again is possible */
  over: boolean;
  /** no other deployment has begun since: only then this one is what to go on from */
  newest: boolean;
}) {
  const intact = units.filter((unit) => unit.state === 'ready').map((unit) => unit.title);
  return (
    <section aria-label="What went wrong" className="rounded-xl border border-failed-border bg-surface">
      <ul className="divide-y divide-line">
        {failures.map((failure) => (
          <li key={failure.id} className="flex gap-3 p-4 sm:p-5">
            <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-failed-solid" />
            <div className="min-w-0 flex-1">
              <h3 className="font-semibold text-[15px]">{failure.headline}</h3>
              <p className="mt-0.5 break-words">{failure.sentence}</p>
              <Disclosure summary="Details for administrators" className="mt-1">
                <CodeBlock label="Details" text={detailsText(failure)} />
              </Disclosure>
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t bg-sunken/50 p-4 sm:px-5">
        <p className="max-w-prose">
          {intact.length > 0 && (
            <>
              <strong className="font-semibold">Intact: </strong>
              {intact.join(', ')}.{' '}
            </>
          )}
          {nextStep(over, newest)}
        </p>
        {over && newest && <DeployAgain environmentId={environmentId} />}
      </div>
    </section>
  );
}

function nextStep(over: boolean, newest: boolean): string {
  if (!over) return 'The rest of the deployment goes on.';
  if (!newest) return 'Another deployment has begun since; its page tells how things are now.';
  return 'Remove the cause, then deploy again: steps that succeeded are not repeated.';
}

function detailsText(failure: Failure): string {
  const facts: [string, string | null][] = [
    ['code', failure.code],
    ['at', failure.at],
    ['where', failure.where],
    ['words', failure.ownWords],
  ];
  const known = new Set(['command', 'resource', 'message', 'reason']);
  const more = Object.entries(failure.details)
    .filter(([key, value]) => !known.has(key) && value !== null)
    .map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : JSON.stringify(value)]);
  return [...facts, ...more].flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`])).join('\n');
}
