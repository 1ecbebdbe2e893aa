'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useSecondFactor } from '@/lib/client/account';

const SetUpDialog = onDemand<ComponentProps<typeof import('./set-up-totp-dialog').SetUpTotpDialog>>(
  async () => (await import('./set-up-totp-dialog')).SetUpTotpDialog,
);
const RemoveDialog = onDemand<ComponentProps<typeof import('./remove-totp-dialog').RemoveTotpDialog>>(
  async () => (await import('./remove-totp-dialog')).RemoveTotpDialog,
);

/** Whether one's sign-in asks for a code besides the password, with the way there and back. */
export function SecondFactor() {
  const t = useTranslations('account.totp');
  const { data } = useSecondFactor();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  if (!data?.available) return null;
  const { on, since, recovery_codes_left: left } = data;
  return (
    <Card id="second-factor" className="scroll-mt-20">
      <CardHeader title={t('title')} description={t('help')} />
      <CardBody className="flex flex-col items-start gap-3">
        {on && since !== null ? (
          <>
            <p>{t.rich('on', { left, when: () => <RelativeTime at={since} /> })}</p>
            <Button onClick={() => setOpen('remove')}>{t('remove')}</Button>
          </>
        ) : (
          <>
            <p className="text-ink-muted">{t('off')}</p>
            <Button onClick={() => setOpen('set-up')}>{t('setUp')}</Button>
          </>
        )}
      </CardBody>
      {open === 'set-up' && <SetUpDialog onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog onClose={() => setOpen(null)} />}
    </Card>
  );
}
