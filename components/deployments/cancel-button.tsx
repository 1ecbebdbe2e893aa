'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe, useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { useCancelRun } from '@/lib/client/deployments';
import { hasRole } from '@/lib/model/actor';
import { CANCEL_PATIENCE_MS, type CancelMode } from '@/lib/model/runs/cancel-mode';
import { runKind } from '@/lib/model/runs/kinds';
import type { RunView } from '@/lib/model/runs/run-view';
import { type RunUnit, unitsLeft, unitsMeant } from './run';
import { useNow } from './use-now';

/** Ends a run: a cancel first, and what is stronger when that takes too long. */
export function CancelButton({ view, units }: { view: RunView; units: readonly RunUnit[] }) {
  const t = useTranslations('deployments.cancel');
  const [asking, setAsking] = useState<CancelMode | null>(null);
  const { role } = useMe();
  const closed = useRoleReason();
  // a rehearsal may be stopped, too
  const reason = hasRole(role, 'member') ? null : closed;
  const cancel = useCancelRun(view.environment_id, view.id);
  const { kind, cancel: asked } = view;
  const now = useNow(asked !== null);
  const waits = runKind(kind).cancelWaits === true;
  const isLate =
    asked !== null && now !== null && (asked.at === null || now - Date.parse(asked.at) > CANCEL_PATIENCE_MS);
  const left = unitsLeft(unitsMeant(units, kind));
  const titles = (of: readonly RunUnit[]) => of.map((unit) => unit.title).join(', ');
  return (
    <>
      {asked === null ? (
        <Button disabledReason={reason} onClick={() => setAsking('cancel')}>
          {t('stop')}
        </Button>
      ) : (
        <p role="status" className="text-ink-muted">
          {t(asked.mode === 'cancel' && waits ? 'ending' : 'stopping')}
        </p>
      )}
      {isLate && waits && asked.mode === 'cancel' && (
        <Button disabledReason={reason} onClick={() => setAsking('force')}>
          {t('force.open')}
        </Button>
      )}
      {isLate && (asked.mode === 'force' || !waits) && hasRole(role, 'admin') && (
        <Button variant="danger" onClick={() => setAsking('kill')}>
          {t('kill.open')}
        </Button>
      )}
      <Confirm
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking === null || asking === 'cancel' ? t('title', { kind }) : t(`${asking}.title`)}
        confirmLabel={asking === null || asking === 'cancel' ? t('confirm', { kind }) : t(`${asking}.confirm`)}
        pending={cancel.isPending}
        error={sentenceOf(cancel.error)}
        onConfirm={() => asking !== null && cancel.mutate(asking, { onSuccess: () => setAsking(null) })}
      >
        {asking === 'force' || asking === 'kill' ? (
          <p>{t(`${asking}.what`)}</p>
        ) : (
          <p>{t(waits ? 'whatWaits' : 'what')}</p>
        )}
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
