'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useReapplySession } from '@/lib/client/sessions';
import type { Conflict } from '@/lib/model/views';

/** Puts the changes of an overtaken draft on what is deployed now; what both changed stays as deployed and is told. */
export function StartAgain({ environmentId, sessionId }: { environmentId: string; sessionId: string }) {
  const router = useRouter();
  const toast = useToast();
  const reapply = useReapplySession(environmentId);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const review = () => router.push(`/environments/${environmentId}/review`);
  return (
    <>
      <Button
        variant="primary"
        pending={reapply.isPending}
        onClick={() =>
          reapply.mutate(sessionId, {
            onSuccess: (session) => {
              if (session.conflicts.length > 0) setConflicts(session.conflicts);
              else review();
            },
            onError: (error) => toast.error('Your changes could not be put in again', sentenceOf(error) ?? undefined),
          })
        }
      >
        Start again with my changes
      </Button>
      <Dialog
        open={conflicts.length > 0}
        onOpenChange={(open) => !open && setConflicts([])}
        title="Some things were changed by both of you"
        description="They stay as they are deployed now. Everything else of yours is in your new draft."
        footer={
          <Button
            variant="primary"
            onClick={() => {
              setConflicts([]);
              review();
            }}
          >
            Review my draft
          </Button>
        }
      >
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {conflicts.map((conflict) => (
            <li key={conflict.path}>{conflict.sentence}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
