'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card';
import { Confirm } from '@/components/ui/confirm';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { usePasskeys, useRemovePasskey } from '@/lib/client/passkeys';
import type { PasskeysView } from '@/lib/model/passkeys';

const AddDialog = onDemand<ComponentProps<typeof import('./add-passkey-dialog').AddPasskeyDialog>>(
  async () => (await import('./add-passkey-dialog')).AddPasskeyDialog,
);

type Passkey = PasskeysView['passkeys'][number];

/** One's passkeys, each with the way out, and the way to another. */
export function Passkeys() {
  const t = useTranslations('account.passkeys');
  const { data } = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  if (!data?.available) return null;
  return (
    <Card id="passkeys" className="scroll-mt-20">
      <CardHeader title={t('title')} description={t('help')} />
      <CardBody>
        {data.passkeys.length === 0 ? (
          <p className="text-ink-muted">{t('none')}</p>
        ) : (
          <ul aria-label={t('title')} className="divide-y divide-line">
            {data.passkeys.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setLeaving(passkey)} />
            ))}
          </ul>
        )}
      </CardBody>
      <CardFooter>
        <Button onClick={() => setAdding(true)}>{t('add')}</Button>
      </CardFooter>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      <RemovePasskey passkey={leaving} onClose={() => setLeaving(null)} />
    </Card>
  );
}

function PasskeyLine({ passkey: { name, created_at, used_at }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTranslations('account.passkeys');
  const when = () => <RelativeTime at={created_at} />;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="text-ink-muted">
          {used_at === null
            ? t.rich('since', { when })
            : t.rich('used', { when, used: () => <RelativeTime at={used_at} /> })}
        </p>
      </div>
      <Button size="sm" aria-label={t('removeOf', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useTranslations('account.passkeys');
  const toast = useToast();
  const remove = useRemovePasskey();
  const name = passkey?.name ?? '';
  return (
    <Confirm
      open={passkey !== null}
      onOpenChange={(open) => {
        remove.reset();
        if (!open) onClose();
      }}
      title={t('removeTitle', { name })}
      confirmLabel={t('remove')}
      pending={remove.isPending}
      error={remove.isError ? (sentenceOf(remove.error) ?? t('failed')) : null}
      onConfirm={() =>
        passkey &&
        remove.mutate(passkey.id, {
          onSuccess: () => {
            onClose();
            toast.success(t('removed'));
          },
        })
      }
    >
      <p>{t('removeHelp')}</p>
    </Confirm>
  );
}
