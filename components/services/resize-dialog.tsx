'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NewUnitFields } from '@/components/forms/new-unit';
import { BesideDrawing } from '@/components/shell/workflows/beside-drawing';
import { MoreOptions } from '@/components/shell/workflows/more-options';
import { PlanOfInstances } from '@/components/shell/workflows/plan-of-instances';
import { PlanOfUnits } from '@/components/shell/workflows/plan-of-units';
import { useExecution } from '@/components/shell/workflows/use-execution';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { NameToType } from '@/components/ui/name-to-type';
import { Notice } from '@/components/ui/notice';
import { NumberInput } from '@/components/ui/number-input';
import { isTyped } from '@/components/ui/typed-name';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import { predictedLosses } from '@/lib/model/loss';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { GoingUnits } from './going-units';
import { type Resizing, useResizeRequest } from './use-resize-request';

const NO_INSTANCES: InstancePlan[] = [];

/** Asks how a service is to change its size, shows what that does to which machine, begins it, and goes to its page. */
export function ResizeDialog({
  environment,
  service,
  type,
  what,
  onClose,
}: {
  environment: { id: string; name: string };
  /** as it is deployed */
  service: ServiceView;
  type: ServiceType;
  what: Resizing;
  onClose: () => void;
}) {
  const t = useTranslations('services.resize');
  const [typed, setTyped] = useState('');
  const resizing = useResizeRequest(environment.id, service, type, what);
  const { workflow, options, count, going, newUnit, isPart, room, request } = resizing;
  const { plan, problem, fields, wouldFail, isStarting, start } = useExecution(environment.id, request, onClose);
  const losses = plan?.preview ? predictedLosses(plan.preview) : [];
  const destroys = what !== 'grow' || losses.length > 0;
  const isConfirmed = !destroys || isTyped(typed, environment.name);
  const isReady = plan !== null && wouldFail.length === 0 && isConfirmed;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`title.${what}`, { name: service.name })}
      description={t(`about.${what}`)}
      size="xl"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant={destroys ? 'danger' : 'primary'}
            pending={isStarting}
            disabled={!isReady}
            onClick={() => start()}
          >
            {t(`confirm.${what}`, {
              count: what === 'shrink' && !isPart ? going.length : (count ?? 0),
              noun: type.units.noun,
            })}
          </Button>
        </>
      }
    >
      <BesideDrawing
        environmentId={environment.id}
        workflow={workflow}
        units={plan?.units ?? null}
        instances={plan?.instances ?? NO_INSTANCES}
        unit={newUnit.unit}
      >
        {what === 'grow' && (
          <>
            <Field label={t('count')} error={count !== null && !resizing.isCount ? t('outOfRange', { room }) : null}>
              <NumberInput value={count} onValueChange={resizing.setCount} min={1} max={room} />
            </Field>
            <NewUnitFields newUnit={newUnit} showsProblem={(value) => value !== undefined} />
            <Checkbox checked={resizing.rollback} onCheckedChange={resizing.setRollback} label={t('rollback')} />
          </>
        )}
        {what === 'shrink' && isPart && (
          <Field label={t('count')}>
            <NumberInput value={count} onValueChange={resizing.setCount} min={1} max={service.units.length} />
          </Field>
        )}
        {what === 'shrink' && !isPart && (
          <GoingUnits service={service} type={type} going={going} onGoing={resizing.setGoing} />
        )}
        <MoreOptions options={options} fields={fields} />
        {problem && <Notice tone="failed">{problem}</Notice>}
        {wouldFail.length > 0 && (
          <Notice tone="failed" title={t('wouldFail')}>
            {wouldFail.join(' ')}
          </Notice>
        )}
        {plan ? (
          <>
            <PlanOfUnits workflow={workflow} units={plan.units} />
            <PlanOfInstances workflow={workflow} instances={plan.instances} />
          </>
        ) : (
          request !== null && !problem && <p className="text-ink-muted">{t('loading')}</p>
        )}
        {losses.length > 0 && <Notice tone="failed">{t('lost', { count: losses.length })}</Notice>}
        {destroys && plan && <NameToType name={environment.name} value={typed} onValueChange={setTyped} />}
      </BesideDrawing>
    </Dialog>
  );
}
