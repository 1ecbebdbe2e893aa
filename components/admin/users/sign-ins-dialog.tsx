'use client';
import { useTranslations } from 'next-intl';
import { SignInList } from '@/components/shell/sign-in-list';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEndUserSignIn, useSignOutUser, useUserSignIns } from '@/lib/client/user-sign-ins';
import type { UserView } from '@/lib/model/administration';

/** Where a user is signed in, with the way out of each browser and of all of them. */
export function SignInsDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useTranslations('admin.users.signIns');
  const toast = useToast();
  const signIns = useUserSignIns(user.id);
  const end = useEndUserSignIn(user.id);
  const everywhere = useSignOutUser(user.id);
  const error = end.error ?? everywhere.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name: user.display_name })}
      description={t('description')}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            variant="danger"
            pending={everywhere.isPending}
            onClick={() =>
              everywhere.mutate(undefined, { onSuccess: () => toast.success(t('done', { name: user.display_name })) })
            }
          >
            {t('everywhere')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Notice tone="failed">{sentenceOf(error) ?? t('failed')}</Notice>}
        <QueryResult of={signIns}>
          {({ sign_ins }) =>
            sign_ins.length === 0 ? (
              <p className="text-ink-muted">{t('none')}</p>
            ) : (
              <SignInList
                signIns={sign_ins}
                ending={end.isPending ? end.variables : null}
                onEnd={(id) => end.mutate(id)}
              />
            )
          }
        </QueryResult>
      </div>
    </Dialog>
  );
}
