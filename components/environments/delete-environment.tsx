'use client';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDeleteEnvironment } from '@/lib/client/environments';
import { whenDone } from '@/lib/client/when-done';

/** Asks before an environment and its machines are deleted; its name is typed when machines may exist. */
export function DeleteEnvironment({
  environment,
  open,
  onOpenChange,
  onDeleted,
}: {
  environment: { id: string; name: string; version: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: () => void;
}) {
  const remove = useDeleteEnvironment(environment.id);
  const t = useTranslations('environments.delete');
  const toast = useToast();
  const wasDeployed = environment.version > 0;
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        remove.reset();
        onOpenChange(next);
      }}
      title={t('title', { name: environment.name })}
      confirmLabel={t('button')}
      typeToConfirm={wasDeployed ? environment.name : undefined}
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        whenDone(remove.mutateAsync(), () => {
          onOpenChange(false);
          toast.info(t('done', { name: environment.name }));
          onDeleted?.();
        })
      }
    >
      <p>{t(wasDeployed ? 'deployed' : 'drafted')}</p>
    </Confirm>
  );
}
