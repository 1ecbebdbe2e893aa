'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { useCancelDeployment } from '@/lib/client/deployments';
import type { DeploymentView } from '@/lib/model/views';
import type { RunUnit } from './run';

/** Asks a running deployment to stop, after telling what that means for each machine. */
export function CancelButton({ view, units }: { view: DeploymentView; units: readonly RunUnit[] }) {
  const t = useTranslations('deployments.cancel');
  const [asking, setAsking] = useState(false);
  const reason = useRoleReason();
  const cancel = useCancelDeployment(view.environment_id, view.id);
  if (view.cancel_requested) {
    return (
      <p role="status" className="text-ink-muted">
        {t('stopping')}
      </p>
    );
  }
  const titles = (wanted: (unit: RunUnit) => boolean) => units.filter(wanted).map((unit) => unit.title);
  const ready = titles((unit) => unit.state === 'ready');
  const left = titles((unit) => unit.state !== 'ready');
  return (
    <>
      <Button disabledReason={reason} onClick={() => setAsking(true)}>
        {t('stop')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('title')}
        confirmLabel={t('confirm')}
        pending={cancel.isPending}
        error={sentenceOf(cancel.error)}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>{t('what')}</p>
        {ready.length > 0 && <p>{t('ready', { machines: ready.join(', ') })}</p>}
        {left.length > 0 && <p>{t('left', { machines: left.join(', ') })}</p>}
        <p>{t('later')}</p>
      </Confirm>
    </>
  );
}
