'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SignInList } from '@/components/shell/sign-in-list';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card';
import { Confirm } from '@/components/ui/confirm';
import { Skeleton } from '@/components/ui/skeleton';
import { useToast } from '@/components/ui/toast';
import { useEndSignIn, useSignIns, useSignOutEverywhere } from '@/lib/client/account';
import { sentenceOf } from '@/lib/client/api-problem';

/** The browsers in which one is signed in, each with the way out, and the way out of all but this one. */
export function SignIns() {
  const t = useTranslations('account.signIns');
  const toast = useToast();
  const signIns = useSignIns();
  const end = useEndSignIn();
  const everywhere = useSignOutEverywhere();
  const [isAsking, setAsking] = useState(false);
  const failed = (error: Error) => toast.error(t('failed'), sentenceOf(error) ?? undefined);
  return (
    <Card id="sign-ins" className="scroll-mt-20">
      <CardHeader title={t('title')} description={t('help')} />
      <CardBody>
        {signIns.data === undefined ? (
          <Skeleton className="h-12" />
        ) : (
          <SignInList
            signIns={signIns.data.sign_ins}
            ending={end.isPending ? end.variables : null}
            onEnd={(id) => end.mutate(id, { onSuccess: () => toast.success(t('ended')), onError: failed })}
          />
        )}
      </CardBody>
      <CardFooter>
        <Button onClick={() => setAsking(true)}>{t('everywhere')}</Button>
      </CardFooter>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('everywhere')}
        confirmLabel={t('everywhere')}
        pending={everywhere.isPending}
        error={everywhere.isError ? (sentenceOf(everywhere.error) ?? t('failed')) : null}
        onConfirm={() =>
          everywhere.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              toast.success(t('done'));
            },
          })
        }
      >
        <p>{t('everywhereHelp')}</p>
      </Confirm>
    </Card>
  );
}
