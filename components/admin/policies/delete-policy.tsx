'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useDeletePolicy } from '@/lib/client/policies';
import type { PolicyView } from '@/lib/model/policies/policy-view';

/** Asks before a policy goes with its history. Mounted while it is open. */
export function DeletePolicy({ policy: { id, name, version }, onClose }: { policy: PolicyView; onClose: () => void }) {
  const t = useTranslations('policies.delete');
  const router = useRouter();
  const toast = useToast();
  const deletion = useDeletePolicy();
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name })}
      confirmLabel={t('confirm')}
      pending={deletion.isPending}
      error={sentenceOf(deletion.error)}
      onConfirm={() =>
        onSuccess(deletion.mutateAsync(id), () => {
          toast.success(t('done', { name }));
          router.push('/admin/policies');
        })
      }
    >
      <p>{t('text', { count: version })}</p>
      <p>{t('rather')}</p>
    </Confirm>
  );
}
