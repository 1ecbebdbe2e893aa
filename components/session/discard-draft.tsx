'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useDiscardSession } from '@/lib/client/sessions';

/** The button that throws a draft away, after asking; one without changes goes at once. */
export function DiscardDraft({
  environmentId,
  sessionId,
  changes,
  onDiscarded,
}: {
  environmentId: string;
  sessionId: string;
  changes: number;
  onDiscarded?: () => void;
}) {
  const t = useTranslations('session.discard');
  const [asking, setAsking] = useState(false);
  const discard = useDiscardSession(environmentId);
  const toast = useToast();
  const run = () => {
    const asked = discard.mutateAsync(sessionId);
    onSuccess(asked, () => {
      setAsking(false);
      toast.info(changes === 0 ? t('closed') : t('done', { count: changes }));
      onDiscarded?.();
    });
    asked.catch((error) => {
      // with changes, the dialog that is open says it
      if (changes === 0) toast.error(t('failed'), sentenceOf(error) ?? undefined);
    });
  };
  return (
    <>
      <Button
        variant="ghost"
        pending={changes === 0 && discard.isPending}
        onClick={() => (changes === 0 ? run() : setAsking(true))}
      >
        {changes === 0 ? t('close') : t('action')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          discard.reset();
          setAsking(open);
        }}
        title={t('title', { count: changes })}
        confirmLabel={t('confirm', { count: changes })}
        pending={discard.isPending}
        error={sentenceOf(discard.error)}
        onConfirm={run}
      >
        <p>{t('text')}</p>
      </Confirm>
    </>
  );
}
