'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Confirm } from '@/components/ui/confirm';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { useChangeUser, useCreateUser, useResetPassword } from '@/lib/client/administration';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import type { UserView, WithPassword } from '@/lib/model/administration';

const UserDialog = onDemand<ComponentProps<typeof import('./user-dialog').UserDialog>>(
  async () => (await import('./user-dialog')).UserDialog,
);

/** Makes a user, whose first password is shown once. Mounted while it is open. */
export function CreateUser({ onMade, onClose }: { onMade: (made: WithPassword) => void; onClose: () => void }) {
  const creating = useCreateUser();
  return (
    <UserDialog
      user={null}
      pending={creating.isPending}
      error={creating.error}
      onSubmit={(input) =>
        onSuccess(creating.mutateAsync(input), (answer) => {
          onClose();
          onMade(answer);
        })
      }
      onClose={onClose}
    />
  );
}

/** Changes everything about a user but the name. Mounted while it is open. */
export function ChangeUser({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useTranslations('admin.users');
  const toast = useToast();
  const changing = useChangeUser();
  return (
    <UserDialog
      user={user}
      pending={changing.isPending}
      error={changing.error}
      onSubmit={({ name: _fixed, ...rest }) =>
        onSuccess(changing.mutateAsync({ userId: user.id, ...rest }), (changed) => {
          onClose();
          toast.success(t('saved', { name: changed.display_name }));
        })
      }
      onClose={onClose}
    />
  );
}

/** Gives a user a new password, which is shown once, after asking. Mounted while it is open. */
export function ResetPassword({
  user,
  onMade,
  onClose,
}: {
  user: UserView;
  onMade: (made: WithPassword) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.users');
  const resetting = useResetPassword();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('resetTitle', { name: user.display_name })}
      confirmLabel={t('reset')}
      pending={resetting.isPending}
      error={sentenceOf(resetting.error)}
      onConfirm={() =>
        onSuccess(resetting.mutateAsync(user.id), (answer) => {
          onClose();
          onMade(answer);
        })
      }
    >
      <p>{t('resetSentence')}</p>
    </Confirm>
  );
}

/** Disables a user, or enables one who is disabled, after asking. Mounted while it is open. */
export function SwitchUser({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useTranslations('admin.users');
  const toast = useToast();
  const changing = useChangeUser();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t(user.enabled ? 'disableTitle' : 'enableTitle', { name: user.display_name })}
      confirmLabel={t(user.enabled ? 'disable' : 'enable')}
      pending={changing.isPending}
      error={sentenceOf(changing.error)}
      onConfirm={() =>
        onSuccess(changing.mutateAsync({ userId: user.id, enabled: !user.enabled }), (changed) => {
          onClose();
          toast.success(t('saved', { name: changed.display_name }));
        })
      }
    >
      <p>{t(user.enabled ? 'disableSentence' : 'enableSentence')}</p>
    </Confirm>
  );
}
