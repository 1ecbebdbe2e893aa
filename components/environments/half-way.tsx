'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRoleReason } from '@/components/shell/me-context';
import { ErrorLine } from '@/components/status/error-line';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { useNewestRun, useResumeExecution, useRollBackExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';
import { halfWay } from '@/lib/model/runs/half-way';
import type { EnvironmentDetailView } from '@/lib/model/views';

/** What was left half-way: growing, shrinking, removing or updating that failed or was cancelled, and the ways on. */
export function HalfWay({ environment }: { environment: EnvironmentDetailView }) {
  const t = useTranslations('environments.halfWay');
  const router = useRouter();
  const role = useRoleReason();
  const { id } = environment;
  const newest = useNewestRun(id);
  const resume = useResumeExecution(id);
  const rollBack = useRollBackExecution(id);
  const left = newest.data ? halfWay(newest.data, environment.services) : null;
  if (!left) return null;
  const { run, what, added, removed } = left;
  const href = (runId: string) => `/environments/${id}/deployments/${runId}`;
  const goTo = ({ execution_id: runId }: { execution_id: string }) => router.push(href(runId));
  return (
    <Notice
      tone={run.outcome === 'failed' ? 'failed' : 'attention'}
      title={t('title', { what, outcome: run.outcome })}
      className="items-start"
      actions={
        <>
          <Button
            variant="primary"
            pending={resume.isPending}
            disabledReason={role}
            onClick={() => onSuccess(resume.mutateAsync(run.id), goTo)}
          >
            {t('resume')}
          </Button>
          {added.length > 0 && (
            <Button
              pending={rollBack.isPending}
              disabledReason={role}
              onClick={() => onSuccess(rollBack.mutateAsync(run.id), goTo)}
            >
              {t('rollBack')}
            </Button>
          )}
          <LinkButton href={href(run.id)}>{t('open')}</LinkButton>
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
