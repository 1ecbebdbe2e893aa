'use client';
import { useTranslations } from 'next-intl';
import { PageBody } from '@/components/shell/frame';
import { useMe } from '@/components/shell/me-context';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { PageHeader } from '@/components/ui/page-header';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { useHashTarget } from '@/components/ui/use-hash-target';
import { useSecondFactor, useSignIns } from '@/lib/client/account';
import { usePasskeys } from '@/lib/client/passkeys';
import { ChangePassword } from './change-password';
import { Passkeys } from './passkeys';
import { SecondFactor } from './second-factor';
import { SignIns } from './sign-ins';

/** Who one is here, in which tenants, and one's own password. */
export function AccountPage() {
  const t = useTranslations('account');
  const { user, tenants, system_admin, proves_by } = useMe();
  const parts = [useSecondFactor(), usePasskeys(), useSignIns()];
  // all at once: nothing may move under a finger
  const isKnown = parts.every(({ isPending }) => !isPending);
  useHashTarget(isKnown);
  return (
    <PageBody>
      <PageHeader title={t('title')} />
      <Card>
        <CardHeader title={t('who')} description={t('whoHelp')} />
        <CardBody>
          <Facts
            items={[
              { label: t('displayName'), value: user.display_name },
              { label: t('name'), value: <span className="font-mono text-[13px]">{user.name}</span> },
              ...(user.email === '' ? [] : [{ label: t('email'), value: user.email }]),
              {
                label: t('tenants'),
                value: (
                  <ul>
                    {tenants.map(({ id, name, role }) => (
                      <li key={id}>{t('roleIn', { tenant: name, role })}</li>
                    ))}
                  </ul>
                ),
              },
              ...(system_admin ? [{ label: t('installation'), value: t('systemAdmin') }] : []),
            ]}
          />
        </CardBody>
      </Card>
      {isKnown ? (
        <>
          <SecondFactor />
          <Passkeys />
          <SignIns />
          {proves_by === 'password' && <ChangePassword />}
        </>
      ) : (
        <>
          <LoadingWords>{t('loading')}</LoadingWords>
          <Skeleton className="h-44 rounded-xl" />
          <Skeleton className="h-44 rounded-xl" />
        </>
      )}
    </PageBody>
  );
}
