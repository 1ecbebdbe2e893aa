'use client';
import { RefreshCw, Unplug } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { useCancelRun } from '@/lib/client/deployments';
import type { RunView } from '@/lib/model/runs/run-view';
import { removalRefusal, replacementRefusal, type UnitPlace } from '@/lib/model/unit-repairs';
import type { RunUnit } from './run';

/** What is to be done with a machine once the run that waits for it has been stopped. */
export interface ChosenRepair {
  unitId: string;
  repair: 'replace' | 'takeOut';
}

/**
 * What helps with a machine for which a run waits: the run is stopped, then a fresh machine takes its place, or the
 * others go on without it.
 *
 * @param onChoose gets the choice as the run is being stopped, and null where it could not be
 */
export function StopAndRepair({
  view,
  unit,
  place,
  onChoose,
}: {
  view: RunView;
  unit: RunUnit;
  place: UnitPlace;
  onChoose: (chosen: ChosenRepair | null) => void;
}) {
  const t = useTranslations('deployments');
  const role = useRoleReason();
  const [repair, setRepair] = useState<ChosenRepair['repair'] | null>(null);
  const cancel = useCancelRun(view.environment_id, view.id);
  const { unitId, title: host } = unit;
  const isStopping = view.cancel !== null ? t('cancel.stopping') : null;
  const reason = (refused: ReturnType<typeof removalRefusal>) =>
    role ?? isStopping ?? (refused === null ? null : t(`failure.refused.${refused}`));
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" disabledReason={reason(replacementRefusal(place))} onClick={() => setRepair('replace')}>
        <RefreshCw aria-hidden />
        {t('waiting.replace', { host })}
      </Button>
      <Button size="sm" disabledReason={reason(removalRefusal(place))} onClick={() => setRepair('takeOut')}>
        <Unplug aria-hidden />
        {t('waiting.takeOut', { host })}
      </Button>
      <Confirm
        open={repair !== null}
        onOpenChange={(open) => !open && setRepair(null)}
        title={t('cancel.title', { kind: view.kind })}
        confirmLabel={t('cancel.confirm', { kind: view.kind })}
        pending={cancel.isPending}
        error={sentenceOf(cancel.error)}
        onConfirm={() => {
          if (repair === null) return;
          onChoose({ unitId, repair });
          cancel.mutate('cancel', { onSuccess: () => setRepair(null), onError: () => onChoose(null) });
        }}
      >
        <p>{t('cancel.what')}</p>
        {repair !== null && <p>{t(`waiting.${repair}Next`, { host })}</p>}
      </Confirm>
    </div>
  );
}
