'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card';
import { Confirm } from '@/components/ui/confirm';
import { RelativeTime } from '@/components/ui/relative-time';
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
          <ul className="divide-y divide-line">
            {signIns.data.sign_ins.map(({ id, browser, current, created_at, used_at }) => {
              const name = browser === '' ? t('unknown') : browser;
              return (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {name}
                      {current && <Badge tone="neutral">{t('current')}</Badge>}
                    </p>
                    <p className="text-ink-muted">
                      {t.rich('signedIn', {
                        when: () => <RelativeTime at={created_at} />,
                        used: () => <RelativeTime at={used_at} />,
                      })}
                    </p>
                  </div>
                  {!current && (
                    <Button
                      size="sm"
                      aria-label={t('endOf', { browser: name })}
                      pending={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id, { onSuccess: () => toast.success(t('ended')), onError: failed })}
                    >
                      {t('end')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
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
