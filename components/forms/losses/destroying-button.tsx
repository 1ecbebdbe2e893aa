'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import type { Loss } from '@/lib/model/loss';
import { LossList } from './loss-list';
import { useLossWords } from './use-loss-words';

/**
 * A button that begins something at once. Where that destroys machines it is red, names them, and asks for the name of
 * the environment to be typed.
 */
export function DestroyingButton({
  environmentName,
  losses,
  label,
  variant = 'secondary',
  pending,
  disabledReason,
  onConfirm,
}: {
  environmentName: string;
  losses: readonly Loss[];
  /** what it does, as a verb */
  label: string;
  /** where nothing is destroyed */
  variant?: 'primary' | 'secondary';
  pending: boolean;
  disabledReason: string | null;
  onConfirm: () => void;
}) {
  const t = useTranslations('forms.losses');
  const what = useLossWords()(losses);
  const [asking, setAsking] = useState(false);
  const destroys = losses.length > 0;
  return (
    <>
      <Button
        variant={destroys ? 'danger' : variant}
        pending={pending}
        disabledReason={disabledReason}
        onClick={destroys ? () => setAsking(true) : onConfirm}
      >
        {label}
      </Button>
      {destroys && (
        <Confirm
          open={asking && disabledReason === null}
          onOpenChange={setAsking}
          title={t('ask', { what })}
          confirmLabel={t('doIt', { label, what })}
          typeToConfirm={environmentName}
          onConfirm={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          <LossList losses={losses} />
          <p>{t('forGood')}</p>
        </Confirm>
      )}
    </>
  );
}
