'use client';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { useShowRun } from '@/components/shell/workflows/use-execution';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { useResumeExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';
import type { RunView } from '@/lib/model/runs/run-view';
import { DeployAgain } from './deploy-again';

/**
 * The way on from a run that ended early: a workflow goes on where it stopped, an action is started again where it is
 * offered, all else is deployed.
 */
export function GoOn({ view }: { view: RunView }) {
  const t = useTranslations('deployments.again');
  const { environment_id: environmentId, kind, target } = view;
  if (kind === 'deploy' || kind === 'delete') return <DeployAgain environmentId={environmentId} />;
  if (kind !== 'action') return <Resume view={view} />;
  const service = 'serviceId' in target ? `/${target.serviceId}` : '';
  return (
    <LinkButton variant="primary" href={`/environments/${environmentId}/services${service}`}>
      {t('service')}
    </LinkButton>
  );
}

function Resume({ view: { id, environment_id: environmentId } }: { view: RunView }) {
  const t = useTranslations('deployments.again');
  const showRun = useShowRun(environmentId);
  const reason = useRoleReason();
  const resume = useResumeExecution(environmentId);
  return (
    <div className="flex flex-col items-end gap-1.5">
      <Button
        variant="primary"
        pending={resume.isPending}
        disabledReason={reason}
        onClick={() => onSuccess(resume.mutateAsync(id), showRun)}
      >
        {t('resume')}
      </Button>
      <ErrorLine error={resume.error} />
    </div>
  );
}
