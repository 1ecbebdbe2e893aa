'use client';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { useStepWords } from '@/components/status/step-words';
import { Disclosure } from '@/components/ui/disclosure';
import { useDuration } from '@/components/ui/use-duration';
import type { PathStep } from '@/lib/model/progress/critical-path';

/** A shorter wait is the machinery's, not one that a person would care about, in milliseconds. */
const LEAST_WAIT_MS = 1000;

const lengthOf = ({ from, to }: PathStep) => to - from;

/** The chain of steps that determined the end, in words: where being quicker would have helped. */
export function WhatTookTime({ path, over }: { path: readonly PathStep[]; over: boolean }) {
  const t = useTranslations('deployments.path');
  const duration = useDuration();
  const nameOf = useStepWords();
  if (path.length < 2) return null;
  const wait = path.reduce((most, step) => (step.waitedMs > most.waitedMs ? step : most));
  const longest = path.reduce((most, step) => (lengthOf(step) > lengthOf(most) ? step : most));
  const titleOf = ({ effect }: PathStep) => (effect === null ? t('start') : nameOf(effect));
  const sentence =
    wait.waitedMs > lengthOf(longest)
      ? t('longestWait', { step: titleOf(wait), duration: duration(wait.waitedMs) })
      : longestOf(longest);

  function longestOf(step: PathStep): string {
    const facts = { step: titleOf(step), duration: duration(lengthOf(step)), host: step.host ?? '' };
    if (step.effect === null) return t('longestStart', facts);
    return step.host === null ? t('longest', facts) : t('longestOn', facts);
  }

  return (
    <Disclosure summary={over ? sentence : t('soFar')} className="py-1">
      <p className="max-w-prose text-ink-muted">{t('explain')}</p>
      <ol className="mt-2 flex flex-col gap-1">
        {path.map((step) => (
          <Fragment key={step.id}>
            {step.waitedMs >= LEAST_WAIT_MS && (
              <li className="flex flex-wrap items-baseline gap-x-2 text-ink-muted">
                <span>{t('wait')}</span>
                <span className="ml-auto tabular-nums">{duration(step.waitedMs)}</span>
              </li>
            )}
            <li className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{titleOf(step)}</span>
              {step.host && <span className="text-ink-muted">{step.host}</span>}
              <span className="ml-auto tabular-nums">{duration(lengthOf(step))}</span>
            </li>
          </Fragment>
        ))}
      </ol>
    </Disclosure>
  );
}
