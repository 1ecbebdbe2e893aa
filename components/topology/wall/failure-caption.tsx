'use client';
import { useTranslations } from 'next-intl';
import { StatusIcon } from '@/components/status/status-icon';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { FailureSentence } from './failure-sentence';

/** What is wrong with the machine that has come near, and how many others fail. */
export function FailureCaption({ failed }: { failed: readonly TopologyNode[] }) {
  const t = useTranslations('topology.wall');
  const [first, ...others] = failed;
  return (
    <div role="alert" className="pointer-events-none absolute inset-x-0 bottom-0 z-10 flex justify-center p-8">
      {first && (
        <p className="flex max-w-5xl items-start gap-4 rounded-2xl border-2 border-failed-solid bg-surface px-8 py-5 text-[28px] text-ink leading-9 shadow-lift">
          <StatusIcon state="failed" className="mt-1 size-8 shrink-0" />
          <span className="min-w-0 break-words">
            <FailureSentence host={first} />
            {others.length > 0 && (
              <span className="block text-[20px] text-ink-muted">{t('others', { count: others.length })}</span>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
