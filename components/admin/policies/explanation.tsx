'use client';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import type { ExplanationStep } from '@/lib/model/policies/explanation';

/** So deep steps are moved to the right: deeper ones stand below them. */
const DEEPEST = 6;

/** The rules and facts behind an answer, or what is missing for one, each below what it is a reason for. */
export function Explanation({ steps }: { steps: readonly ExplanationStep[] }) {
  const t = useTranslations('policies.explanation');
  return (
    <ul className="flex flex-col gap-1.5 overflow-x-auto">
      {steps.map((step, at) => {
        const { depth, kind, holds, atom, line, nearest } = step;
        const Icon = holds ? Check : X;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: one row may be a reason for several
            key={at}
            className="flex items-start gap-2"
            style={{ marginLeft: `${Math.min(depth, DEEPEST) * 1.25}rem` }}
          >
            <Icon
              aria-hidden
              className={cn('mt-0.5 size-4 shrink-0', holds ? 'text-ready-text' : 'text-failed-text')}
            />
            <div className="min-w-0">
              <p>
                <code className="break-words font-mono text-[13px]">{atom}</code>
              </p>
              <p className="text-[13px] text-ink-muted">
                {t(`${holds ? 'holds' : 'fails'}.${kind}`)}
                {line !== null && ` ${t('line', { line })}`}
              </p>
              {nearest !== null && (
                <p className="text-[13px] text-ink-muted">
                  {t('nearest')} <code className="break-words font-mono">{nearest}</code>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
