'use client';
import { useTranslations } from 'next-intl';
import { useStepWords } from '@/components/status/step-words';
import { Disclosure } from '@/components/ui/disclosure';
import { useDuration } from '@/components/ui/use-duration';
import type { PathStep } from '@/lib/model/progress/critical-path';

/** The chain of steps that determined the end, in words: where being quicker would have helped. */
export function WhatTookTime({ path, over }: { path: readonly PathStep[]; over: boolean }) {
  const t = useTranslations('deployments.path');
  const duration = useDuration();
  const nameOf = useStepWords();
  const longest = path.reduce<PathStep | null>(
    (most, step) => (most === null || step.to - step.from > most.to - most.from ? step : most),
    null,
  );
  if (!longest || path.length < 2) return null;
  const facts = { step: nameOf(longest.effect), duration: duration(longest.to - longest.from) };
  const { host } = longest.effect;
  const sentence = host === null ? t('longest', facts) : t('longestOn', { ...facts, host });
  return (
    <Disclosure summary={over ? sentence : t('soFar')} className="py-1">
      <p className="max-w-prose text-ink-muted">{t('explain')}</p>
      <ol className="mt-2 flex flex-col gap-1">
        {path.map((step) => (
          <li key={step.effect.id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{nameOf(step.effect)}</span>
            {step.effect.host && <span className="text-ink-muted">{step.effect.host}</span>}
            <span className="ml-auto tabular-nums">{duration(step.to - step.from)}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
