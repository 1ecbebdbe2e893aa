'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useChangeWords } from '@/components/status/change-words';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RadioCards } from '@/components/ui/radio-cards';
import type { ModelChange } from '@/lib/model/diff';
import type { Conflict } from '@/lib/model/views';

/**
 * What both a draft and a deployment changed: each side in words, so that nothing that was typed is forgotten, and which of
 * them counts. Where that is decided, what is deployed counts.
 */
export function ConflictDialog({
  open,
  environmentId,
  conflicts,
  isDecided,
  pending,
  onClose,
  onReview,
}: {
  open: boolean;
  environmentId: string;
  conflicts: readonly Conflict[];
  /** nothing can be chosen any more */
  isDecided: boolean;
  pending: boolean;
  onClose: () => void;
  /** told the paths at which the draft counts */
  onReview: (mine: readonly string[]) => void;
}) {
  const t = useTranslations('session.again');
  const words = useChangeWords(environmentId);
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const choose = (path: string, side: 'mine' | 'deployed') => {
    const next = new Set(mine);
    if (side === 'mine') next.add(path);
    else next.delete(path);
    setMine(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={t('conflictTitle')}
      description={t(isDecided ? 'decidedText' : 'conflictText')}
      size="lg"
      footer={
        <Button variant="primary" pending={pending} onClick={() => onReview([...mine])}>
          {t('review')}
        </Button>
      }
    >
      <ul className="flex flex-col gap-3">
        {conflicts.map(({ path, sentence, mine: own, deployed }) => (
          <li key={path} className="rounded-lg border border-line">
            {own.length === 0 && deployed.length === 0 ? (
              <p className="break-words px-4 py-3">{sentence}</p>
            ) : (
              <dl className="grid sm:grid-cols-2">
                <Side title={t('mine')} none={t('unchanged')} changes={own} words={words} />
                <Side title={t('deployed')} none={t('unchanged')} changes={deployed} words={words} />
              </dl>
            )}
            {!isDecided && (
              <div className="border-line border-t px-4 py-3">
                <RadioCards
                  label={t('counts')}
                  value={mine.has(path) ? 'mine' : 'deployed'}
                  options={[
                    { value: 'mine', label: t('takeMine') },
                    { value: 'deployed', label: t('keepDeployed') },
                  ]}
                  onChange={(side) => choose(path, side)}
                />
              </div>
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
