'use client';
import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { predictedLosses } from '@/lib/model/loss';
import type { Preview } from '@/lib/model/preview';
import { LossNotice } from './loss-notice';

/** Warnings that the losses tell already. */
const LOSSES = /^(machine|volume)_(replaced|removed)$/;

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
  const { warnings, problems, complete } = preview;
  const others = warnings.filter(({ code }) => !LOSSES.test(code));
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
      <LossNotice losses={predictedLosses(preview)} />
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
