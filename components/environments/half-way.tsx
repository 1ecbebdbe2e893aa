'use client';
import { useTranslations } from 'next-intl';
import { DestroyingButton } from '@/components/forms/losses/destroying-button';
import { useRoleReason } from '@/components/shell/me-context';
import { useShowRun } from '@/components/shell/workflows/use-execution';
import { ErrorLine } from '@/components/status/error-line';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { useNewestRun, useResumeExecution, useRollBackExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';
import type { Modification } from '@/lib/model/runs/execution';
import { halfWay, lossesOf, lossesOfGoingOn } from '@/lib/model/runs/half-way';
import type { EnvironmentDetailView } from '@/lib/model/views';

/** What was left half-way: growing, shrinking, removing or updating that failed or was cancelled, and the ways on. */
export function HalfWay({ environment, what }: { environment: EnvironmentDetailView; what: Modification }) {
  const t = useTranslations('environments.halfWay');
  const showRun = useShowRun(environment.id);
  const role = useRoleReason();
  const { id } = environment;
  const run = useNewestRun(id).data;
  const resume = useResumeExecution(id);
  const rollBack = useRollBackExecution(id);
  if (run?.outcome !== 'failed' && run?.outcome !== 'cancelled') return null;
  const { added, removed } = halfWay(run, environment.services);
  return (
    <Notice
      tone={run.outcome === 'failed' ? 'failed' : 'attention'}
      title={t('title', { what, outcome: run.outcome })}
      className="items-start"
      actions={
        <>
          <DestroyingButton
            environmentName={environment.name}
            losses={lossesOfGoingOn(run, environment.services)}
            label={t('resume')}
            variant="primary"
            pending={resume.isPending}
            disabledReason={role}
            onConfirm={() => onSuccess(resume.mutateAsync(run.id), showRun)}
          />
          {added.length > 0 && (
            <DestroyingButton
              environmentName={environment.name}
              losses={lossesOf(added)}
              label={t('rollBack')}
              pending={rollBack.isPending}
              disabledReason={role}
              onConfirm={() => onSuccess(rollBack.mutateAsync(run.id), showRun)}
            />
          )}
          <LinkButton href={`/environments/${id}/deployments/${run.id}`}>{t('open')}</LinkButton>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        {run.problem && <p>{run.problem.sentence}</p>}
        {added.length > 0 && <p>{t('added', { machines: added.join(', ') })}</p>}
        {removed.length > 0 && <p>{t('removed', { machines: removed.join(', ') })}</p>}
        {added.length > 0 && <p>{t('rollBackMeans')}</p>}
        <ErrorLine error={resume.error ?? rollBack.error} />
      </div>
    </Notice>
  );
}
