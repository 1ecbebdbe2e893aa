'use client';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useRemoveUserTotp } from '@/lib/client/user-sign-ins';
import type { UserView } from '@/lib/model/administration';

/** Removes the second factor of somebody who lost it. */
export function RemoveTotpConfirm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useTranslations('admin.users');
  const toast = useToast();
  const remove = useRemoveUserTotp();
  const name = user.display_name;
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('removeTotpTitle', { name })}
      confirmLabel={t('removeTotp')}
      pending={remove.isPending}
      error={sentenceOf(remove.error)}
      onConfirm={() =>
        remove.mutate(user.id, {
          onSuccess: () => {
            toast.success(t('saved', { name }));
            onClose();
          },
        })
      }
    >
      <p>{t('removeTotpSentence')}</p>
    </Confirm>
  );
}
