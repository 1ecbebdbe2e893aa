'use client';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';
import { useRenameEnvironment } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';
import { NameDialog } from './name-dialog';

/** The dialog that renames an environment. */
export function RenameEnvironment({
  environment,
  open,
  onOpenChange,
}: {
  environment: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const rename = useRenameEnvironment(environment.id);
  const t = useTranslations('environments.rename');
  const toast = useToast();
  return (
    <NameDialog
      open={open}
      onOpenChange={(next) => {
        rename.reset();
        onOpenChange(next);
      }}
      title={t('title', { name: environment.name })}
      description={t('text')}
      submitLabel={t('button')}
      initialName={environment.name}
      pending={rename.isPending}
      error={rename.error}
      onSubmit={(name) =>
        onSuccess(rename.mutateAsync(name), () => {
          onOpenChange(false);
          toast.success(t('done', { name }));
        })
      }
    />
  );
}
