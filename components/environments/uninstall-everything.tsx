'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { PlanOfUnits } from '@/components/shell/workflows/plan-of-units';
import { Confirm } from '@/components/ui/confirm';
import { sentenceOf } from '@/lib/client/api-problem';
import { type ResizeRequest, useResizePlan, useStartResize } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';

const EVERYTHING: ResizeRequest = { workflow: 'uninstall' };

/** Removes all services of an environment with their machines, after its plan was shown and its name typed. */
export function UninstallEverything({
  environment,
  onClose,
}: {
  environment: { id: string; name: string };
  onClose: () => void;
}) {
  const t = useTranslations('environments.uninstall');
  const router = useRouter();
  const start = useStartResize(environment.id);
  const plan = useResizePlan(environment.id, EVERYTHING, !start.isPending && !start.isSuccess);
  const shown = plan.data;
  const stops = (shown?.verdicts ?? []).filter((verdict) => verdict.stops).map(({ sentence }) => sentence);
  const problem = sentenceOf(start.error ?? plan.error) ?? (stops.length > 0 ? stops.join(' ') : null);
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name: environment.name })}
      confirmLabel={t('button')}
      typeToConfirm={environment.name}
      pending={start.isPending || !shown}
      error={problem}
      onConfirm={() =>
        shown &&
        onSuccess(
          start.mutateAsync({ ...EVERYTHING, ...(shown.version === null ? {} : { version: shown.version }) }),
          ({ execution_id: runId }) => {
            onClose();
            router.push(`/environments/${environment.id}/deployments/${runId}`);
          },
        )
      }
    >
      <p>{t('what')}</p>
      {shown ? <PlanOfUnits workflow="uninstall" units={shown.units} /> : !problem && <p>{t('loading')}</p>}
    </Confirm>
  );
}
