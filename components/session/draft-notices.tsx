'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import type { DraftState } from '@/lib/client/draft-state';
import { DiscardDraft } from './discard-draft';
import { peopleOf, useDraftWords } from './draft-words';

/** That somebody was faster, and who else has a draft. */
export function DraftNotices({
  environmentId,
  draft: { overtaken, others },
  startAgain,
  onDiscarded,
}: {
  environmentId: string;
  draft: DraftState;
  startAgain: ReactNode;
  onDiscarded: () => void;
}) {
  const t = useTranslations('session.review');
  const words = useDraftWords();
  return (
    <>
      {overtaken && (
        <Notice
          tone="attention"
          title={words.overtaken(overtaken.byUserName, overtaken.version)}
          actions={
            <>
              <DiscardDraft
                environmentId={environmentId}
                sessionId={overtaken.session.id}
                changes={overtaken.session.changes}
                onDiscarded={onDiscarded}
              />
              {startAgain}
            </>
          }
        >
          {t('overtakenText')}
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="neutral">
          {t('otherPeople', { names: words.namesOf(others), people: peopleOf(others).length })}
        </Notice>
      )}
    </>
  );
}
