'use client';
import { useTranslations } from 'next-intl';
import { useChangeWords } from '@/components/status/change-words';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { ModelChange } from '@/lib/model/diff';
import type { Conflict } from '@/lib/model/views';

/** What both a draft and a deployment changed: each side in words, so that nothing that was typed is forgotten. */
export function ConflictDialog({
  open,
  environmentId,
  conflicts,
  onClose,
  onReview,
}: {
  open: boolean;
  environmentId: string;
  conflicts: readonly Conflict[];
  onClose: () => void;
  onReview: () => void;
}) {
  const t = useTranslations('session.again');
  const words = useChangeWords(environmentId);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={t('conflictTitle')}
      description={t('conflictText')}
      size="lg"
      footer={
        <Button variant="primary" onClick={onReview}>
          {t('review')}
        </Button>
      }
    >
      <ul className="flex flex-col gap-3">
        {conflicts.map(({ path, sentence, mine, deployed }) => (
          <li key={path} className="rounded-lg border border-line">
            {mine.length === 0 && deployed.length === 0 ? (
              <p className="break-words px-4 py-3">{sentence}</p>
            ) : (
              <dl className="grid sm:grid-cols-2">
                <Side title={t('mine')} none={t('unchanged')} changes={mine} words={words} />
                <Side title={t('deployed')} none={t('unchanged')} changes={deployed} words={words} />
              </dl>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Side({
  title,
  none,
  changes,
  words,
}: {
  title: string;
  none: string;
  changes: readonly ModelChange[];
  words: (change: ModelChange) => string;
}) {
  return (
    <div className="px-4 py-3 max-sm:first:border-line max-sm:first:border-b sm:first:border-line sm:first:border-r">
      <dt className="font-semibold text-[13px] text-ink-muted">{title}</dt>
      {changes.length === 0 && <dd className="mt-1">{none}</dd>}
      {changes.map((change) => (
        <dd key={change.sentence} className="mt-1 break-words">
          {words(change)}
        </dd>
      ))}
    </div>
  );
}
