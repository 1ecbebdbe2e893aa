'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { markedMachines } from '@/lib/client/marked-machines';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import type { WorkflowParameters } from '@/lib/model/runs/workflow-parameters';
import { BesideDrawing } from './beside-drawing';
import { MoreOptions, useOptions } from './more-options';
import type { PartWorkflowId } from './part-workflows';
import { PlanOfInstances } from './plan-of-instances';
import { PlanOfUnits } from './plan-of-units';
import type { WorkflowId } from './registry';
import { targetFor, type WorkflowSubject } from './subject';
import { useExecution } from './use-execution';

const NOBODY: UnitTurn[] = [];
const NO_INSTANCES: InstancePlan[] = [];
/** A check looks for what was changed by hand, too. */
const COMPARING: Partial<Record<WorkflowId | PartWorkflowId, WorkflowParameters>> = {
  check_status: { check_drift: true },
};

/** Shows what will happen with which machine and in which order, starts it, and goes to its page. */
export function StartWorkflow({
  subject,
  workflow,
  onClose,
}: {
  subject: WorkflowSubject;
  workflow: WorkflowId | PartWorkflowId;
  /** `started`: its page is on its way */
  onClose: (started: boolean) => void;
}) {
  const t = useTranslations('workflows');
  const { environmentId, name } = subject;
  const options = useOptions(subject, workflow, ['check_drift']);
  const asked = { workflow, ...COMPARING[workflow], ...targetFor(subject), ...options.chosen };
  const { plan, problem, fields, isStarting, start } = useExecution(environmentId, asked, () => onClose(true));
  const units = plan?.units ?? NOBODY;
  useEffect(() => {
    const worked = units.filter(({ does }) => does !== 'nothing');
    markedMachines.set(new Map(worked.map(({ unitId }) => [unitId, 'outlined'])));
    return () => markedMachines.clear();
  }, [units]);
  const isIdle = plan !== null && units.every(({ does }) => does === 'nothing');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t('title', { workflow: t(workflow), name })}
      description={t(`about.${workflow}`, {
        count: subject.unitIds?.length ?? 1,
        // services of blueprints are installed part by part: what cannot be repaired is installed anew
        reinstalls: plan !== null && plan.instances.length > 0 ? 'yes' : 'no',
      })}
      size="xl"
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={isStarting}
            disabled={plan === null}
            disabledReason={isIdle ? t('because.none') : null}
            onClick={() => start()}
          >
            {t(`confirm.${workflow}`)}
          </Button>
        </>
      }
    >
      <BesideDrawing
        environmentId={environmentId}
        workflow={workflow}
        units={plan && units}
        instances={plan?.instances ?? NO_INSTANCES}
      >
        {problem && <Notice tone="failed">{problem}</Notice>}
        {plan ? (
          <>
            <PlanOfUnits workflow={workflow} units={units} />
            <PlanOfInstances workflow={workflow} instances={plan.instances} />
          </>
        ) : (
          !problem && <p className="text-ink-muted">{t('loading')}</p>
        )}
        <MoreOptions options={options} fields={fields} />
      </BesideDrawing>
    </Dialog>
  );
}
