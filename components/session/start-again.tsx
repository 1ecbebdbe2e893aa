'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useReapplySession } from '@/lib/client/sessions';
import type { Conflict } from '@/lib/model/views';

const ConflictDialog = onDemand<ComponentProps<typeof import('./conflict-dialog').ConflictDialog>>(
  async () => (await import('./conflict-dialog')).ConflictDialog,
);

/**
 * Puts the changes of an overtaken draft on what is deployed now. What both changed stays as deployed and is listed in
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
      <ConflictDialog
        open={conflicts.length > 0}
        environmentId={environmentId}
        conflicts={conflicts}
        onClose={() => setConflicts([])}
        onReview={() => {
          setConflicts([]);
          review();
        }}
      />
    ),
  };
}
