'use client';
import { Boxes, RotateCw, Terminal } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useStepWords } from '@/components/status/step-words';
import { useDuration } from '@/components/ui/use-duration';
import type { JsonObject } from '@/lib/model/json';
import { withNames } from '@/lib/model/named-ids';
import type { PreviewStep } from '@/lib/model/preview';
import { roundsOf } from './effects';

/** What happens in order: rounds one after the other, the steps of a round side by side. */
export function StepList({
  steps,
  names,
}: {
  steps: readonly PreviewStep[];
  /** of services and machines, by their ids */
  names: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('session.preview');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-[13px] text-ink-muted">{t('stepsHint')}</p>
      <ol className="flex flex-col gap-3">
        {roundsOf(steps).map((round, index) => (
          <li key={round[0]?.round} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken font-medium text-ink-muted text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <ul className="min-w-0 flex-1 divide-y divide-line rounded-lg border border-line">
              {round.map((step) => (
                <StepRow
                  key={step.effect === 'plan' ? `${step.host} ${step.title}` : step.effect}
                  step={step}
                  names={names}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepRow({ step, names }: { step: PreviewStep; names: ReadonlyMap<string, string> }) {
  const t = useTranslations('session.preview');
  const duration = useDuration();
  const nameOf = useStepWords();
  const Icon = step.effect === 'plan' ? Terminal : Boxes;
  return (
    <li className="flex items-start gap-2.5 px-3 py-2.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p className="font-medium">
            {step.effect === 'plan'
              ? t('planOn', { plan: nameOf({ title: step.title, stackChange: null }), host: step.host })
              : nameOf({ title: '', stackChange: step.stackChange })}
          </p>
          <p className="text-[13px] text-ink-muted tabular-nums">
            {t(step.estimate.runs > 0 ? 'usually' : 'roughly', { duration: duration(step.estimate.typicalMs) })}
          </p>
        </div>
        {step.effect === 'plan' ? <Commands step={step} /> : <Touched resources={step.resources} of={names} />}
      </div>
    </li>
  );
}

function Commands({ step: { commands, restarts } }: { step: Extract<PreviewStep, { effect: 'plan' }> }) {
  const t = useTranslations('session.preview');
  return (
    <>
      <ul className="mt-1 flex flex-col gap-1 text-[13px]">
        {commands.map((command) => (
          <li key={`${command.name} ${JSON.stringify(command.arguments)}`} className="break-words">
            <code className="font-mono">{command.name}</code> <Arguments of={command.arguments} />
          </li>
        ))}
      </ul>
      {restarts && (
        <p className="mt-1 flex items-center gap-1.5 text-[13px] text-attention-text">
          <RotateCw aria-hidden className="size-3.5" />
          {t('restartsMachine')}
        </p>
      )}
    </>
  );
}

function Arguments({ of }: { of: JsonObject }): ReactNode {
  const t = useTranslations('session.preview');
  const entries = Object.entries(of);
  if (entries.length === 0) return <span className="text-ink-muted">({t('noArguments')})</span>;
  return entries.map(([name, value]) => (
    <span key={name} className="mr-2 font-mono text-ink-muted">
      -{name} {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  ));
}

function Touched({
  resources,
  of,
}: {
  resources: Extract<PreviewStep, { effect: 'stack.update' }>['resources'];
  of: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('session.preview');
  const format = useFormatter();
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-[13px] text-ink-muted">
      {(['create', 'inPlace', 'replace', 'remove'] as const).map((what) => {
        const names = resources.filter(({ change }) => change === what).map(({ name }) => withNames(name, of));
        return (
          names.length > 0 && (
            <li key={what} className="break-words">
              {t('resourcesInStep', { what, names: format.list(names) })}
            </li>
          )
        );
      })}
    </ul>
  );
}
