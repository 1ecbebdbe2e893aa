'use client';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { useDeletePackageVersion } from '@/lib/client/administration';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import type { AdminPackageVersion } from '@/lib/model/administration';

/** Asks before a version of a package is taken out of the catalog. Mounted while it is open. */
export function DeleteVersion({
  title,
  version: { id, version },
  onClose,
}: {
  title: string;
  version: AdminPackageVersion;
  onClose: () => void;
}) {
  const t = useTranslations('admin.packages.versions');
  const toast = useToast();
  const deletion = useDeletePackageVersion();
  const names = { title, version };
  const together = isApiProblem(deletion.error) && deletion.error.code === 'packages_need_each_other';
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('confirmTitle', names)}
      confirmLabel={t(together ? 'confirmTogether' : 'confirm')}
      pending={deletion.isPending}
      error={sentenceOf(deletion.error)}
      onConfirm={() =>
        onSuccess(deletion.mutateAsync({ packageId: id, together }), () => {
          toast.success(t('deleted', names));
          onClose();
        })
      }
    >
      <p>{t('confirmText')}</p>
    </Confirm>
  );
}
