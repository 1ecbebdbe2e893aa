'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDiscardSession } from '@/lib/client/sessions';
import { whenDone } from '@/lib/client/when-done';
import { changesWords } from './words';

/** The button that throws a draft away, after asking; one without changes goes at once. */
export function DiscardDraft({
  environmentId,
  sessionId,
  changes,
  label = 'Discard',
  onDiscarded,
}: {
  environmentId: string;
  sessionId: string;
  changes: number;
  label?: string;
  onDiscarded?: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const discard = useDiscardSession(environmentId);
  const toast = useToast();
  const run = () => {
    const asked = discard.mutateAsync(sessionId);
    whenDone(asked, () => {
      setAsking(false);
      toast.info(changes === 0 ? 'Draft closed' : `${changesWords(changes)} discarded`);
      onDiscarded?.();
    });
    asked.catch((error) => {
      // with changes, the dialog that is open says it
      if (changes === 0) toast.error('The draft could not be closed', sentenceOf(error) ?? undefined);
    });
  };
  return (
    <>
      <Button
        variant="ghost"
        pending={changes === 0 && discard.isPending}
        onClick={() => (changes === 0 ? run() : setAsking(true))}
      >
        {label}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={(open) => {
          discard.reset();
          setAsking(open);
        }}
        title={`Discard ${changesWords(changes)}?`}
        confirmLabel={`Discard ${changesWords(changes)}`}
        pending={discard.isPending}
        error={sentenceOf(discard.error)}
        onConfirm={run}
      >
        <p>Your draft goes back to what is deployed now. Machines are not touched.</p>
      </Confirm>
    </>
  );
}
