'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import { useExecutionPlan, useStartExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';
import { outlinedMachines } from '@/lib/client/outlined-machines';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import { MoreOptions } from './more-options';
import { PlanOfUnits } from './plan-of-units';
import type { WorkflowId } from './registry';
import { targetFor, type WorkflowSubject } from './subject';

const NOBODY: UnitTurn[] = [];

/** Shows what will happen with which machine and in which order, starts it, and goes to its page. */
export function StartWorkflow({
  subject,
  workflow,
  onClose,
}: {
  subject: WorkflowSubject;
  workflow: WorkflowId;
  /** `started`: its page is on its way */
  onClose: (started: boolean) => void;
}) {
  const t = useTranslations('workflows');
  const router = useRouter();
  const { environmentId, name } = subject;
  const target = targetFor(subject);
  const plan = useExecutionPlan(environmentId, workflow, target);
  const start = useStartExecution(environmentId);
  const problem = start.error ?? plan.error;
  const [ignoresFailure, setIgnoresFailure] = useState(false);
  const units = plan.data ?? NOBODY;
  useEffect(() => {
    outlinedMachines.set(units.filter(({ does }) => does !== 'nothing').map(({ unitId }) => unitId));
    return () => outlinedMachines.set([]);
  }, [units]);
  const isIdle = plan.data?.every(({ does }) => does === 'nothing') === true;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t('title', { workflow: t(workflow), name })}
      description={t(`about.${workflow}`)}
      size="sm"
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={start.isPending}
            disabledReason={isIdle ? t('because.none') : null}
            onClick={() =>
              onSuccess(
                start.mutateAsync({ workflow, ...target, ...(ignoresFailure && { ignore_failure: true }) }),
                ({ execution_id: runId }) => {
                  onClose(true);
                  router.push(`/environments/${environmentId}/deployments/${runId}`);
                },
              )
            }
          >
            {t(`confirm.${workflow}`)}
          </Button>
        </>
      }
    >
      {problem && <Notice tone="failed">{sentenceOf(problem)}</Notice>}
      {plan.data ? (
        <>
          <PlanOfUnits workflow={workflow} units={plan.data} />
          {!isIdle && <MoreOptions workflow={workflow} ignoresFailure={ignoresFailure} onChange={setIgnoresFailure} />}
        </>
      ) : (
        !problem && <p className="text-ink-muted">{t('loading')}</p>
      )}
    </Dialog>
  );
}
