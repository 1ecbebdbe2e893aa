'use client';
import { useTranslations } from 'next-intl';
import { LossList } from '@/components/forms/losses/loss-list';
import { useLossWords } from '@/components/forms/losses/use-loss-words';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { useDurationRange } from '@/components/ui/use-duration';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDeleteEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';
import { useDeletionPreview } from '@/lib/client/preview';
import { type Loss, predictedLosses } from '@/lib/model/loss';
import type { Preview } from '@/lib/model/preview';
import type { EnvironmentStatus } from '@/lib/model/states';

/** Asks before an environment and its machines are deleted; its name is typed when machines may exist. */
export function DeleteEnvironment({
  environment,
  open,
  onOpenChange,
  onDeleted,
}: {
  environment: { id: string; name: string; version: number; status: EnvironmentStatus };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: () => void;
}) {
  const remove = useDeleteEnvironment(environment.id);
  const t = useTranslations('environments.delete');
  const toast = useToast();
  const lossWords = useLossWords();
  // the first deployment makes machines before there is a version
  const wasDeployed = environment.version > 0 || environment.status === 'deploying';
  const preview = useDeletionPreview(environment.id, open && wasDeployed);
  const losses = preview.data ? predictedLosses(preview.data) : [];
  const stays = preview.data?.warnings.filter(({ code }) => code === 'stays_outside') ?? [];
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        remove.reset();
        onOpenChange(next);
      }}
      title={t('title', { name: environment.name })}
      confirmLabel={losses.length > 0 ? t('destroy', { what: lossWords(losses) }) : t('button')}
      typeToConfirm={wasDeployed ? environment.name : undefined}
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        onSuccess(remove.mutateAsync(), () => {
          onOpenChange(false);
          toast.info(t('done', { name: environment.name }));
          onDeleted?.();
        })
      }
    >
      <p>{t(wasDeployed ? 'deployed' : 'drafted')}</p>
      {wasDeployed && <WhatGoes losses={losses} stays={stays} duration={preview.data?.duration ?? null} />}
    </Confirm>
  );
}

/** What goes, by name, what stays elsewhere, and how long that usually takes; its line is there before it is known. */
function WhatGoes({
  losses,
  stays,
  duration,
}: {
  losses: readonly Loss[];
  stays: Preview['warnings'];
  duration: Preview['duration'];
}) {
  const t = useTranslations('environments.delete');
  const inWords = useDurationRange();
  return (
    <div role="status" className="flex min-h-5 flex-col gap-2">
      <LossList losses={losses} />
      {stays.map(({ sentence }) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {duration && <p>{t('duration', { time: inWords(duration.lowMs, duration.highMs) })}</p>}
    </div>
  );
}
