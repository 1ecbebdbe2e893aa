'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { outlinedMachines } from '@/lib/client/outlined-machines';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import { BesideDrawing } from './beside-drawing';
import { MoreOptions } from './more-options';
import { PlanOfInstances } from './plan-of-instances';
import { PlanOfUnits } from './plan-of-units';
import type { WorkflowId } from './registry';
import { targetFor, type WorkflowSubject } from './subject';
import { useExecution } from './use-execution';

const NOBODY: UnitTurn[] = [];
const NO_INSTANCES: InstancePlan[] = [];

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
  const { environmentId, name } = subject;
  const asked = { workflow, ...targetFor(subject) };
  const { plan, problem, isStarting, start } = useExecution(environmentId, asked, () => onClose(true));
  const [ignoresFailure, setIgnoresFailure] = useState(false);
  const units = plan?.units ?? NOBODY;
  useEffect(() => {
    outlinedMachines.set(units.filter(({ does }) => does !== 'nothing').map(({ unitId }) => unitId));
    return () => outlinedMachines.set([]);
  }, [units]);
  const isIdle = plan !== null && units.every(({ does }) => does === 'nothing');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t('title', { workflow: t(workflow), name })}
      description={t(`about.${workflow}`, { count: subject.unitIds?.length ?? 1 })}
      size="xl"
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button
            variant="primary"
            pending={isStarting}
            disabled={plan === null}
            disabledReason={isIdle ? t('because.none') : null}
            onClick={() => start(ignoresFailure ? { ignore_failure: true } : {})}
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
            {!isIdle && (
              <MoreOptions workflow={workflow} ignoresFailure={ignoresFailure} onChange={setIgnoresFailure} />
            )}
          </>
        ) : (
          !problem && <p className="text-ink-muted">{t('loading')}</p>
        )}
      </BesideDrawing>
    </Dialog>
  );
}
