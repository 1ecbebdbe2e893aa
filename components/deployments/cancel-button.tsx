'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { useCancelRun } from '@/lib/client/deployments';
import type { RunView } from '@/lib/model/runs/run-view';
import { type RunUnit, unitsLeft } from './run';

/** Asks a run to stop, after telling what that means for each machine. */
export function CancelButton({ view, units }: { view: RunView; units: readonly RunUnit[] }) {
  const t = useTranslations('deployments.cancel');
  const [asking, setAsking] = useState(false);
  const reason = useRoleReason();
  const cancel = useCancelRun(view.environment_id, view.id);
  if (view.cancel_requested) {
    return (
      <p role="status" className="text-ink-muted">
        {t('stopping')}
      </p>
    );
  }
  const { kind } = view;
  const left = unitsLeft(units);
  const titles = (of: readonly RunUnit[]) => of.map((unit) => unit.title).join(', ');
  return (
    <>
      <Button disabledReason={reason} onClick={() => setAsking(true)}>
        {t('stop')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('title', { kind })}
        confirmLabel={t('confirm', { kind })}
        pending={cancel.isPending}
        error={sentenceOf(cancel.error)}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>{t('what')}</p>
        {left.ready.length > 0 && <p>{t('ready', { machines: titles(left.ready) })}</p>}
        {left.unfinished.length + left.failed.length > 0 && (
          <p>{t('left', { machines: titles([...left.failed, ...left.unfinished]) })}</p>
        )}
        {left.notRemoved.length > 0 && <p>{t('notRemoved', { machines: titles(left.notRemoved) })}</p>}
        <p>{t('later', { kind })}</p>
      </Confirm>
    </>
  );
}
