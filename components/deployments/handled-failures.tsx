'use client';
import { useTranslations } from 'next-intl';
import { useSentenceWords } from '@/components/status/sentence-words';
import { Notice } from '@/components/ui/notice';
import type { Failure } from '@/lib/model/progress/failure';
import type { RunKind } from '@/lib/model/runs/kinds';
import { useRunWords } from './run-words';

/** What failed and was dealt with by its package: nothing has to be done about it. */
export function HandledFailures({ failures, kind }: { failures: readonly Failure[]; kind: RunKind }) {
  const t = useTranslations('deployments.failure');
  const words = useRunWords();
  const inWords = useSentenceWords();
  return (
    <Notice tone="neutral" title={t('handled')} className="items-start">
      <ul className="flex flex-col gap-1">
        {failures.map((failure) => (
          <li key={failure.id} className="break-words">
            {failure.sentence === null ? words.headline(failure, kind) : inWords(failure.sentence)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
