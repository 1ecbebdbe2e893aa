'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';
import { useConflicts, useReapplySession } from '@/lib/client/sessions';
import type { Conflict } from '@/lib/model/views';

const ConflictDialog = onDemand<ComponentProps<typeof import('./conflict-dialog').ConflictDialog>>(
  async () => (await import('./conflict-dialog')).ConflictDialog,
);

/**
 * Puts the changes of an overtaken draft on what is deployed now. What both changed is listed in `dialog` first, where its
 * owner says what counts; the caller shows that all the time: the button is gone as soon as it has worked.
 */
export function useStartAgain(
  environmentId: string,
  sessionId: string | null,
): { button: ReactNode; dialog: ReactNode } {
  const t = useTranslations('session.again');
  const router = useRouter();
  const toast = useToast();
  const ask = useConflicts(environmentId);
  const reapply = useReapplySession(environmentId);
  const { data: environment } = useEnvironment(environmentId);
  const [collision, setCollision] = useState<Collision | null>(null);
  const fail = (error: unknown) => toast.error(t('failed'), sentenceOf(error) ?? undefined);
  const begin = (draft: string, mine: readonly string[], seen: readonly Conflict[]) => {
    const asked = reapply.mutateAsync({ sessionId: draft, mine });
    asked.catch(fail);
    onSuccess(asked, ({ conflicts }) => {
      // somebody has deployed once more while it was decided
      const unseen = conflicts.filter(({ path }) => !seen.some((one) => one.path === path));
      setCollision(unseen.length === 0 ? null : { conflicts: unseen, draft: null });
      if (unseen.length === 0) router.push(`/environments/${environmentId}/review`);
    });
  };
  const start = () => {
    if (sessionId === null) return;
    const asked = ask.mutateAsync(sessionId);
    asked.catch(fail);
    onSuccess(asked, ({ conflicts }) => {
      if (conflicts.length > 0) setCollision({ conflicts, draft: sessionId });
      else begin(sessionId, [], []);
    });
  };
  return {
    button: (
      <Button
        variant="primary"
        pending={ask.isPending || reapply.isPending}
        disabledReason={environment?.active_deployment_id ? t('deploying') : null}
        onClick={start}
      >
        {t('action')}
      </Button>
    ),
    dialog: (
      <ConflictDialog
        open={collision !== null}
        environmentId={environmentId}
        conflicts={collision?.conflicts ?? NONE}
        isDecided={collision?.draft === null}
        pending={reapply.isPending}
        onClose={() => setCollision(null)}
        onReview={(mine) => {
          if (collision?.draft) begin(collision.draft, mine, collision.conflicts);
          else {
            setCollision(null);
            router.push(`/environments/${environmentId}/review`);
          }
        }}
      />
    ),
  };
}

const NONE: readonly Conflict[] = [];

interface Collision {
  conflicts: readonly Conflict[];
  /** the draft that is to begin again; null: it has, and what is deployed counted */
  draft: string | null;
}
