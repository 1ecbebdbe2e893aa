'use client';
import { useTranslations } from 'next-intl';
import { Confirm } from '@/components/ui/confirm';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useRemoveUserProof } from '@/lib/client/user-sign-ins';
import type { UserProof, UserView } from '@/lib/model/administration';

/** Removes the second factor or all passkeys of somebody who lost what they are on. */
export function RemoveProofConfirm({
  user,
  proof,
  onClose,
}: {
  user: UserView;
  proof: UserProof;
  onClose: () => void;
}) {
  const t = useTranslations('admin.users');
  const toast = useToast();
  const remove = useRemoveUserProof(proof);
  const name = user.display_name;
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t(`remove.${proof}Title`, { name, count: user.passkeys })}
      confirmLabel={t(`remove.${proof}`)}
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
      <p>{t(`remove.${proof}Sentence`)}</p>
    </Confirm>
  );
}
