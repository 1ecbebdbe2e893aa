'use client';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { useCancelDeployment } from '@/lib/client/deployments';
import type { DeploymentView } from '@/lib/model/views';

/** Asks a running deployment to stop, after asking whether it should. */
export function CancelButton({ view }: { view: DeploymentView }) {
  const [asking, setAsking] = useState(false);
  const reason = useRoleReason();
  const cancel = useCancelDeployment(view.environment_id, view.id);
  if (view.cancel_requested) {
    return (
      <p role="status" className="text-ink-muted">
        Stopping after the step it is in…
      </p>
    );
  }
  return (
    <>
      <Button disabledReason={reason} onClick={() => setAsking(true)}>
        Stop
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Stop this deployment?"
        confirmLabel="Stop deployment"
        pending={cancel.isPending}
        error={sentenceOf(cancel.error)}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>What is under way is left off; nothing new begins. Machines that exist stay as they are.</p>
        <p>You can deploy again later: it goes on from what was reached.</p>
      </Confirm>
    </>
  );
}
