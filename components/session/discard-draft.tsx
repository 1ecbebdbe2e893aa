'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useDiscardSession } from '@/lib/client/sessions';

/** The button that throws a draft away, after asking. */
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
    onSuccess(discard.mutateAsync(sessionId), () => {
      setAsking(false);
      toast.info(t('done', { count: changes }));
      onDiscarded?.();
    });
  };
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {t('action')}
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
