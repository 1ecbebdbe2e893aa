'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useReapplySession } from '@/lib/client/sessions';
import type { Conflict } from '@/lib/model/views';

/**
 * Puts the changes of an overtaken draft on what is deployed now. What both changed stays as deployed and is told in
 * `dialog`, which the caller shows all the time: the button is gone as soon as it has worked.
 */
export function useStartAgain(
  environmentId: string,
  sessionId: string | null,
): { button: ReactNode; dialog: ReactNode } {
  const t = useTranslations('session.again');
  const router = useRouter();
  const toast = useToast();
  const reapply = useReapplySession(environmentId);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const review = () => router.push(`/environments/${environmentId}/review`);
  const start = () => {
    if (sessionId === null) return;
    const asked = reapply.mutateAsync(sessionId);
    asked.catch((error) => toast.error(t('failed'), sentenceOf(error) ?? undefined));
    onSuccess(asked, (session) => {
      if (session.conflicts.length > 0) setConflicts(session.conflicts);
      else review();
    });
  };
  return {
    button: (
      <Button variant="primary" pending={reapply.isPending} onClick={start}>
        {t('action')}
      </Button>
    ),
    dialog: (
      <Dialog
        open={conflicts.length > 0}
        onOpenChange={(open) => !open && setConflicts([])}
        title={t('conflictTitle')}
        description={t('conflictText')}
        footer={
          <Button
            variant="primary"
            onClick={() => {
              setConflicts([]);
              review();
            }}
          >
            {t('review')}
          </Button>
        }
      >
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {conflicts.map((conflict) => (
            <li key={conflict.path}>{conflict.sentence}</li>
          ))}
        </ul>
      </Dialog>
    ),
  };
}
