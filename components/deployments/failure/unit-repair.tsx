'use client';
import { useMutation } from '@tanstack/react-query';
import { RefreshCw, Unplug } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DestroyDialog } from '@/components/forms/losses/destroy-dialog';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { type DeployForecast, forecastDeploy } from '@/lib/client/deploy-forecast';
import { useDraft, useDraftEdit } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { serviceEdits } from '@/lib/client/services';
import { useDeploySession, useDiscardSession } from '@/lib/client/sessions';
import type { Repair } from '@/lib/model/failure-findings';
import { mustAsk } from '@/lib/model/loss';

/**
 * Puts a fresh machine in the place of one that failed, or goes on without it: a draft of its own, deployed at once. What
 * is lost by that is named and asked about first; whoever does not want it is left without a draft.
 */
export function UnitRepair({
  environmentId,
  repair,
  refused,
  machine,
}: {
  environmentId: string;
  repair: 'replace' | 'takeOut';
  /** why it cannot be done */
  refused: Repair['refused'];
  machine: { serviceId: string; unitId: string; host: string };
}) {
  const t = useTranslations('deployments.failure');
  const router = useRouter();
  const role = useRoleReason();
  const draft = useDraft(environmentId);
  const environment = useEnvironment(environmentId);
  const [asked, setAsked] = useState<DeployForecast | null>(null);
  const discard = useDiscardSession(environmentId);
  const deploy = useDeploySession(environmentId);
  const run = useMutation({
    mutationFn: ({ sessionId, revision }: DeployForecast) => deploy.mutateAsync({ sessionId, revision }),
    onSuccess: ({ deployment_id }) => router.push(`/environments/${environmentId}/deployments/${deployment_id}`),
  });
  const { serviceId, unitId, host } = machine;
  const edit = useDraftEdit(environmentId, async (sessionId) => {
    if (repair === 'replace') await serviceEdits.replaceUnit(environmentId, sessionId, unitId);
    else await serviceEdits.removeUnit(environmentId, sessionId, serviceId, unitId);
    return forecastDeploy(environmentId, sessionId);
  });
  const isDrafted =
    draft.mine !== null && draft.mine.changes > 0 && asked === null && !edit.isPending && !run.isPending;
  const reason = role ?? (refused === null ? null : t(`refused.${refused}`)) ?? (isDrafted ? t('draftInTheWay') : null);
  const problem = edit.error ?? run.error;
  const Icon = repair === 'replace' ? RefreshCw : Unplug;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button
        size="sm"
        pending={edit.isPending || run.isPending}
        disabledReason={reason}
        onClick={() => {
          run.reset();
          edit.mutate(undefined, {
            onSuccess: (forecast) =>
              mustAsk(forecast.loss, environment.data?.version ?? 1) ? setAsked(forecast) : run.mutate(forecast),
          });
        }}
      >
        <Icon aria-hidden />
        {t(repair, { host })}
      </Button>
      <ErrorLine error={problem} />
      {asked && environment.data && (
        <DestroyDialog
          environmentName={environment.data.name}
          loss={asked.loss}
          open
          onOpenChange={(open) => {
            if (open) return;
            setAsked(null);
            discard.mutate(asked.sessionId);
          }}
          onConfirm={() => {
            setAsked(null);
            run.mutate(asked);
          }}
        />
      )}
    </div>
  );
}
