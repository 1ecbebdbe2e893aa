'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftEdit } from '@/lib/client/draft';
import { onSuccess } from '@/lib/client/on-success';
import { serviceEdits } from '@/lib/client/services';

/** Asks before a service leaves the draft, or is marked for deletion where it is deployed, and says what that means for its machines. */
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
  const t = useTranslations('services.remove');
  const format = useFormatter();
  const toast = useToast();
  const remove = useDraftEdit(environmentId, (sessionId, serviceId: string) =>
    serviceEdits.remove(environmentId, sessionId, serviceId),
  );
  const deployed = String(hostNames.length > 0);
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        remove.reset();
        onOpenChange(next);
      }}
      title={t('title', { deployed, name: service.name })}
      confirmLabel={t('confirm', { deployed })}
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        onSuccess(remove.mutateAsync(service.id), () => {
          onOpenChange(false);
          toast.info(t('done', { deployed, name: service.name }));
          onRemoved?.();
        })
      }
    >
      <p>
        {hostNames.length > 0
          ? t('deployed', { count: hostNames.length, names: format.list(hostNames) })
          : t('neverDeployed')}
      </p>
    </Confirm>
  );
}
