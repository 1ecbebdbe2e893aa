'use client';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftEdit } from '@/lib/client/draft';
import { serviceEdits } from '@/lib/client/services';
import { whenDone } from '@/lib/client/when-done';

/** Asks before a service leaves the draft, and says what that means for its machines. */
export function RemoveService({
  environmentId,
  service,
  hostNames,
  open,
  onOpenChange,
  onRemoved,
}: {
  environmentId: string;
  service: { id: string; name: string };
  /** machines that exist now */
  hostNames: string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved?: () => void;
}) {
  const toast = useToast();
  const remove = useDraftEdit(environmentId, (sessionId, serviceId: string) =>
    serviceEdits.remove(environmentId, sessionId, serviceId),
  );
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        remove.reset();
        onOpenChange(next);
      }}
      title={`Remove ${service.name}?`}
      confirmLabel="Remove service"
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        whenDone(remove.mutateAsync(service.id), () => {
          onOpenChange(false);
          toast.info(`${service.name} removed from your draft`);
          onRemoved?.();
        })
      }
    >
      {hostNames.length > 0 ? (
        <p>
          Nothing happens until you deploy. Then {hostNames.join(', ')} and everything on{' '}
          {hostNames.length === 1 ? 'it' : 'them'} will be deleted.
        </p>
      ) : (
        <p>It was never deployed. What you entered for it will be gone.</p>
      )}
    </Confirm>
  );
}
