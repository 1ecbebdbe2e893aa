'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import { useExecutionPlan, useStartExecution } from '@/lib/client/executions';
import { onSuccess } from '@/lib/client/on-success';
import type { UnitPlan, UnitWorkflow } from '@/lib/model/runs/unit-plan';

/** Shows what will happen with which machine, starts it, and goes to its page. */
export function StartWorkflow({
  environmentId,
  service,
  workflow,
  onClose,
}: {
  environmentId: string;
  service: { id: string; name: string };
  workflow: UnitWorkflow;
  onClose: () => void;
}) {
  const t = useTranslations('services.workflows');
  const router = useRouter();
  const plan = useExecutionPlan(environmentId, workflow, service.id);
  const start = useStartExecution(environmentId);
  const problem = start.error ?? plan.error;
  const said = ({ does, because }: UnitPlan): string => {
    if (because !== null) return `${t('does.nothing')}: ${t(`because.${because}`)}`;
    return t(`does.${workflow === 'heal' && does === 'check' ? 'checkFirst' : does}`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t(workflow)}: ${service.name}`}
      description={t(`about.${workflow}`)}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={start.isPending}
            onClick={() =>
              onSuccess(start.mutateAsync({ workflow, service_id: service.id }), ({ execution_id: runId }) => {
                onClose();
                router.push(`/environments/${environmentId}/deployments/${runId}`);
              })
            }
          >
            {t(`confirm.${workflow}`)}
          </Button>
        </>
      }
    >
      {problem && <Notice tone="failed">{sentenceOf(problem)}</Notice>}
      <h3 className="font-medium">{t('plan')}</h3>
      {plan.data ? (
        <ul className="mt-2 flex flex-col gap-1.5">
          {plan.data.map((unit) => (
            <li key={unit.unitId}>
              <span className="font-medium">{unit.host}</span> <span className="text-ink-muted">{said(unit)}</span>
            </li>
          ))}
        </ul>
      ) : (
        !problem && <p className="mt-2 text-ink-muted">{t('loading')}</p>
      )}
    </Dialog>
  );
}
