'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { useCancelRun } from '@/lib/client/deployments';
import type { RunView } from '@/lib/model/runs/run-view';
import { MACHINE_REPAIRS, type MachineRepair, repairRefusals, type UnitPlace } from '@/lib/model/unit-repairs';
import { RepairIcon } from './failure/repair-icon';
import type { RunUnit } from './run';

/** What is to be done with a machine once the run that waits for it has been stopped. */
export interface ChosenRepair {
  unitId: string;
  repair: MachineRepair;
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
  const [repair, setRepair] = useState<MachineRepair | null>(null);
  const cancel = useCancelRun(view.environment_id, view.id);
  const { unitId, title: host } = unit;
  const isStopping = view.cancel !== null ? t('cancel.stopping') : null;
  const refusals = repairRefusals(place);
  const reasonOf = (one: MachineRepair) => {
    const refused = refusals[one];
    return role ?? isStopping ?? (refused === null ? null : t(`failure.refused.${refused}`));
  };
  return (
    <div className="flex flex-wrap gap-2">
      {MACHINE_REPAIRS.map((one) => (
        <Button key={one} size="sm" disabledReason={reasonOf(one)} onClick={() => setRepair(one)}>
          <RepairIcon repair={one} />
          {t(`waiting.${one}`, { host })}
        </Button>
      ))}
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
