'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NewUnitFields, useNewUnit } from '@/components/forms/new-unit';
import { BesideDrawing } from '@/components/shell/workflows/beside-drawing';
import { MoreOptions, useOptions } from '@/components/shell/workflows/more-options';
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
import type { StartExecutionInput } from '@/lib/client/executions';
import type { InstancePlan } from '@/lib/model/blueprints/planned-instances';
import type { Unit } from '@/lib/model/environment';
import { leadingUnit } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import { predictedLosses } from '@/lib/model/loss';
import type { ResizingWorkflow } from '@/lib/model/runs/execution';
import type { ParameterName } from '@/lib/model/runs/workflow-parameters';
import type { ServiceType } from '@/lib/model/service-type';
import { unitTitle } from '@/lib/model/unit-title';
import type { ServiceView } from '@/lib/model/views';

const NO_INSTANCES: InstancePlan[] = [];

export type Resizing = 'grow' | 'shrink' | 'uninstall';

/** Parameters that the dialog itself asks for, or that mean nothing for what it does. */
const NOT_OPTIONS = {
  grow: ['rollback_if_failed', 'include_instances', 'exclude_instances'],
  shrink: ['rollback_if_failed'],
  uninstall: [],
} as const satisfies Record<Resizing, readonly ParameterName[]>;

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
  const [count, setCount] = useState<number | null>(1);
  const [going, setGoing] = useState<readonly string[]>([]);
  const newUnit = useNewUnit(service, type, count ?? 1);
  const { unit } = newUnit;
  const [rollback, setRollback] = useState(true);
  const [typed, setTyped] = useState('');
  const { noun, max, min } = type.units;
  const workflow: ResizingWorkflow = what === 'uninstall' ? 'uninstall' : 'scale';
  const subject = { environmentId: environment.id, serviceId: service.id };
  const options = useOptions(subject, workflow, NOT_OPTIONS[what]);
  // of a part of a service so many go, whichever they are
  const isPart = options.chosen.scalable_entity_name !== undefined;
  const problems = what === 'grow' ? newUnit.problems : [];
  const room = max - service.units.length;
  const isCount = count !== null && count >= 1 && (what === 'shrink' || count <= room);
  const size = isCount && problems.length === 0 ? count : null;
  const change = changeFor(what, { size, isPart, going, unit, rollback });
  const request: StartExecutionInput | null = change && {
    workflow,
    service_id: service.id,
    ...change,
    ...options.chosen,
  };
  const { plan, problem, fields, wouldFail, isStarting, start } = useExecution(environment.id, request, onClose);
  const losses = plan?.preview ? predictedLosses(plan.preview) : [];
  const destroys = what !== 'grow' || losses.length > 0;
  const leader = type.exactlyOne === null ? null : leadingUnit(type, service as never);
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
            {t(`confirm.${what}`, { count: what === 'shrink' && !isPart ? going.length : (count ?? 0), noun })}
          </Button>
        </>
      }
    >
      <BesideDrawing
        environmentId={environment.id}
        workflow={workflow}
        units={plan?.units ?? null}
        instances={plan?.instances ?? NO_INSTANCES}
        unit={unit}
      >
        {what === 'grow' && (
          <>
            <Field label={t('count')} error={count !== null && !isCount ? t('outOfRange', { room }) : null}>
              <NumberInput value={count} onValueChange={setCount} min={1} max={room} />
            </Field>
            <NewUnitFields newUnit={newUnit} showsProblem={(value) => value !== undefined} />
            <Checkbox checked={rollback} onCheckedChange={setRollback} label={t('rollback')} />
          </>
        )}
        {what === 'shrink' && isPart && (
          <Field label={t('count')}>
            <NumberInput value={count} onValueChange={setCount} min={1} max={service.units.length} />
          </Field>
        )}
        {what === 'shrink' && !isPart && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{t('who')}</legend>
            {service.units.map((one) => {
              const title = unitTitle(type, service as never, one as Unit);
              const isChosen = going.includes(one.id);
              const isLast = !isChosen && service.units.length - going.length <= Math.max(1, min);
              return (
                <Checkbox
                  key={one.id}
                  checked={isChosen}
                  disabled={one.id === leader?.id || isLast}
                  onCheckedChange={(next) =>
                    setGoing((before) => (next ? [...before, one.id] : before.filter((id) => id !== one.id)))
                  }
                  label={title}
                />
              );
            })}
            <p className="text-[13px] text-ink-muted">{leader ? t('leader') : t('least', { min: Math.max(1, min) })}</p>
          </fieldset>
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

/** What is asked for besides the options; null while it is not complete. */
function changeFor(
  what: Resizing,
  asked: { size: number | null; isPart: boolean; going: readonly string[]; unit: JsonObject; rollback: boolean },
): Partial<StartExecutionInput> | null {
  const { size, isPart, going, unit, rollback } = asked;
  if (what === 'uninstall') return {};
  if (what === 'shrink' && !isPart) return going.length > 0 ? { unit_ids: [...going] } : null;
  if (size === null) return null;
  return what === 'shrink' ? { delta: -size } : { delta: size, unit, rollback_if_failed: rollback };
}
