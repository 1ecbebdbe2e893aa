'use client';
import { useTranslations } from 'next-intl';
import { BesideDrawing } from '@/components/shell/workflows/beside-drawing';
import { PlanOfInstances } from '@/components/shell/workflows/plan-of-instances';
import { PlanOfUnits } from '@/components/shell/workflows/plan-of-units';
import { useExecution } from '@/components/shell/workflows/use-execution';
import { Confirm } from '@/components/ui/confirm';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';

const NO_INSTANCES: InstancePlan[] = [];
const EVERYTHING = { workflow: 'uninstall' } as const;

/** Removes all services of an environment with their machines, after its plan was shown and its name typed. */
export function UninstallEverything({
  environment,
  onClose,
}: {
  environment: { id: string; name: string };
  onClose: () => void;
}) {
  const t = useTranslations('environments.uninstall');
  const { plan, problem, wouldFail, isStarting, start } = useExecution(environment.id, EVERYTHING, onClose);
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title={t('title', { name: environment.name })}
      confirmLabel={t('button')}
      typeToConfirm={environment.name}
      pending={isStarting}
      disabled={plan === null || wouldFail.length > 0}
      error={problem ?? (wouldFail.join(' ') || null)}
      onConfirm={() => start()}
    >
      <BesideDrawing
        environmentId={environment.id}
        workflow="uninstall"
        units={plan?.units ?? null}
        instances={plan?.instances ?? NO_INSTANCES}
      >
        <p>{t('what')}</p>
        {plan ? (
          <>
            <PlanOfUnits workflow="uninstall" units={plan.units} />
            <PlanOfInstances workflow="uninstall" instances={plan.instances} />
          </>
        ) : (
          !problem && <p>{t('loading')}</p>
        )}
      </BesideDrawing>
    </Confirm>
  );
}
