'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useConfirmedDeploy } from '@/components/deployments/use-confirmed-deploy';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { forecastDeploy } from '@/lib/client/deploy-forecast';
import { useDraft, useDraftEdit } from '@/lib/client/draft';
import { serviceEdits } from '@/lib/client/services';
import type { Repair } from '@/lib/model/failure-findings';
import type { MachineRepair } from '@/lib/model/unit-repairs';
import { RepairIcon } from './repair-icon';

/**
 * Puts a fresh machine in the place of one that failed, or goes on without it: a draft of its own, deployed at once. What
 * is lost by that is named and asked about first; whoever does not want it is left without a draft.
 */
export function UnitRepair({
  environmentId,
  repair,
  refused,
  machine,
  begins = false,
}: {
  environmentId: string;
  repair: MachineRepair;
  /** why it cannot be done */
  refused: Repair['refused'];
  machine: { serviceId: string; unitId: string; host: string };
  /** it was chosen before: begins by itself, once */
  begins?: boolean;
}) {
  const t = useTranslations('deployments.failure');
  const role = useRoleReason();
  const draft = useDraft(environmentId);
  const deploy = useConfirmedDeploy(environmentId);
  const { serviceId, unitId, host } = machine;
  const edit = useDraftEdit(environmentId, async (sessionId) => {
    if (repair === 'replace') await serviceEdits.replaceUnit(environmentId, sessionId, unitId);
    else await serviceEdits.removeUnit(environmentId, sessionId, serviceId, unitId);
    return forecastDeploy(environmentId, sessionId);
  });
  const isDrafted =
    draft.mine !== null && draft.mine.changes > 0 && !deploy.isAsking && !edit.isPending && !deploy.isPending;
  const reason = role ?? (refused === null ? null : t(`refused.${refused}`)) ?? (isDrafted ? t('draftInTheWay') : null);
  const problem = edit.error ?? deploy.error;
  const press = () => {
    deploy.reset();
    edit.mutate(undefined, { onSuccess: deploy.begin });
  };
  const hasBegun = useRef(false);
  const canBegin = begins && reason === null && !draft.loading;
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    press();
  });
  useEffect(() => {
    if (canBegin) begin();
  }, [canBegin]);
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button size="sm" pending={edit.isPending || deploy.isPending} disabledReason={reason} onClick={press}>
        <RepairIcon repair={repair} />
        {t(repair, { host })}
      </Button>
      <ErrorLine error={problem} />
      {deploy.dialog}
    </div>
  );
}
