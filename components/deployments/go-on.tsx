'use client';
import { useTranslations } from 'next-intl';
import { DestroyingButton } from '@/components/forms/losses/destroying-button';
import { useRoleReason } from '@/components/shell/me-context';
import { useShowRun } from '@/components/shell/workflows/use-execution';
import { ErrorLine } from '@/components/status/error-line';
import { LinkButton } from '@/components/ui/link';
import { useEnvironment } from '@/lib/client/environments';
import { useResumeExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';
import { lossesOfGoingOn } from '@/lib/model/runs/half-way';
import type { RunView } from '@/lib/model/runs/run-view';
import { DeployAgain } from './deploy-again';

/**
 * The way on from a run that ended early: a workflow goes on where it stopped, an action is started again where it is
 * offered, all else is deployed.
 */
export function GoOn({ view }: { view: RunView }) {
  const t = useTranslations('deployments.again');
  const { environment_id: environmentId, kind, target } = view;
  // where not even this role may change anything, it is a rehearsal
  if (useRoleReason('reader') !== null) return null;
  if (kind === 'deploy' || kind === 'delete') return <DeployAgain environmentId={environmentId} />;
  if (kind !== 'action') return <Resume view={view} />;
  const service = 'serviceId' in target ? `/${target.serviceId}` : '';
  return (
    <LinkButton variant="primary" href={`/environments/${environmentId}/services${service}`}>
      {t('service')}
    </LinkButton>
  );
}

/** What removes machines asks first for those that are still there: whoever goes on may be somebody else than who began. */
function Resume({ view }: { view: RunView }) {
  const { id, environment_id: environmentId } = view;
  const t = useTranslations('deployments.again');
  const showRun = useShowRun(environmentId);
  const reason = useRoleReason();
  const environment = useEnvironment(environmentId).data;
  const resume = useResumeExecution(environmentId);
  if (!environment) return null;
  return (
    <div className="flex flex-col items-end gap-1.5">
      <DestroyingButton
        environmentName={environment.name}
        losses={lossesOfGoingOn(view, environment.services)}
        label={t('resume')}
        variant="primary"
        pending={resume.isPending}
        disabledReason={reason}
        onConfirm={() => onSuccess(resume.mutateAsync(id), showRun)}
      />
      <ErrorLine error={resume.error} />
    </div>
  );
}
