'use client';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { Preview } from '@/lib/model/preview';
import { LossNotice } from './loss-notice';

/** What must be seen before anything else: that it would fail, what is lost, what else one should know. */
export function PreviewNotices({
  preview,
  blocked,
}: {
  preview: Preview;
  /** it cannot be deployed anyway, and why is said above */
  blocked: boolean;
}) {
  const t = useTranslations('session.preview');
  const { machines, warnings, problems, complete } = preview;
  const others = warnings.filter(({ code }) => code !== 'machine_replaced' && code !== 'machine_removed');
  return (
    <>
      {problems.length > 0 && !blocked && (
        <Notice tone="failed" title={t('wouldFail')}>
          <Sentences of={problems} />
        </Notice>
      )}
      {!complete && (
        <Notice tone="attention" title={t('incomplete')}>
          {t('incompleteText')}
        </Notice>
      )}
      <LossNotice machines={machines} />
      {others.length > 0 && (
        <Notice tone="attention" title={t('goodToKnow')}>
          <Sentences of={others} />
        </Notice>
      )}
    </>
  );
}

function Sentences({ of }: { of: readonly { code: string; sentence: string }[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {of.map(({ code, sentence }) => (
        <li key={code + sentence} className="break-words">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
