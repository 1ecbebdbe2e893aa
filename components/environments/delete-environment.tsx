'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { useDuration } from '@/components/ui/use-duration';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDeleteEnvironment } from '@/lib/client/environments';
import { useDeletionPreview } from '@/lib/client/preview';
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
      {wasDeployed && <WhatGoes environmentId={environment.id} open={open} />}
    </Confirm>
  );
}

/** The machines that go, by name, and how long that usually takes; its line is there before it is known. */
function WhatGoes({ environmentId, open }: { environmentId: string; open: boolean }) {
  const t = useTranslations('environments.delete');
  const format = useFormatter();
  const duration = useDuration();
  const preview = useDeletionPreview(environmentId, open);
  const machines = preview.data?.machines ?? [];
  const hosts = machines.map(({ host }) => host).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const time = preview.data?.duration;
  return (
    <p role="status" className="mt-2 min-h-5 break-words font-medium">
      {hosts.length > 0 && t('machines', { count: hosts.length, hosts: format.list(hosts) })}{' '}
      {time && t('duration', { low: duration(time.lowMs), high: duration(time.highMs) })}
    </p>
  );
}
