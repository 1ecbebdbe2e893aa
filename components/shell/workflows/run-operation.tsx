'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { StartExecutionInput } from '@/lib/client/executions';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import { ActionField } from './action-field';
import { BesideDrawing } from './beside-drawing';
import { argumentsFrom, enteredFor, type FieldInput } from './entered-arguments';
import { MoreOptions, useOptions } from './more-options';
import { PlanOfInstances } from './plan-of-instances';
import { PlanOfUnits } from './plan-of-units';
import { targetFor, type WorkflowSubject } from './subject';
import { useExecution } from './use-execution';

/** Asks what an operation needs to know and on which machines it is to run, runs it, and goes to its page. */
export function RunOperation({
  subject,
  operation,
  onClose,
}: {
  subject: WorkflowSubject;
  operation: OfferedOperation;
  /** `started`: its page is on its way */
  onClose: (started: boolean) => void;
}) {
  const t = useTranslations('workflows');
  const formId = useId();
  const { environmentId, name } = subject;
  const workflow = 'execute_operation';
  const options = useOptions(subject, workflow);
  const asked: StartExecutionInput = {
    workflow,
    operation: operation.name,
    ...targetFor(subject),
    ...options.chosen,
  };
  const { plan, problem, fields, isStarting, start } = useExecution(environmentId, asked, () => onClose(true));
  const [entered, setEntered] = useState<Record<string, FieldInput>>(() => enteredFor(operation.parameters));
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const errorOf = (name: string) => fields.find(({ path }) => path === `parameters.${name}`)?.sentence ?? null;
  const possible = (plan?.units ?? []).filter(({ does }) => does !== 'nothing');
  const units = useMemo(() => plan?.units.filter(({ unitId }) => !leftOut.includes(unitId)) ?? null, [plan, leftOut]);
  const instances = useMemo(
    () => (plan?.instances ?? []).filter(({ unitId }) => unitId === null || !leftOut.includes(unitId)),
    [plan, leftOut],
  );
  const chosen = possible.filter(({ unitId }) => !leftOut.includes(unitId)).map(({ unitId }) => unitId);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isStarting) return;
    const parameters = argumentsFrom(operation.parameters, entered);
    start({ unit_ids: chosen, parameters });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={t('title', { workflow: operation.title, name })}
      description={operation.summary}
      size="xl"
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={isStarting}
            disabled={plan === null}
            disabledReason={plan && chosen.length === 0 ? t('operations.noneChosen') : null}
          >
            {t('operations.run')}
          </Button>
        </>
      }
    >
      <BesideDrawing environmentId={environmentId} workflow={workflow} units={units} instances={instances}>
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
          {problem && <Notice tone="failed">{problem}</Notice>}
          {operation.parameters.map((parameter) => (
            <ActionField
              key={parameter.name}
              argument={parameter}
              value={entered[parameter.name] ?? ''}
              error={errorOf(parameter.name)}
              onChange={(value) => setEntered({ ...entered, [parameter.name]: value })}
            />
          ))}
          {possible.length > 1 && <WhichMachines machines={possible} leftOut={leftOut} onLeftOut={setLeftOut} />}
          {units ? (
            <>
              <PlanOfUnits workflow={workflow} units={units} />
              <PlanOfInstances workflow={workflow} instances={instances} />
            </>
          ) : (
            !problem && <p className="text-ink-muted">{t('loading')}</p>
          )}
          <MoreOptions options={options} fields={fields} />
        </form>
      </BesideDrawing>
    </Dialog>
  );
}

/** On which machines it is to run: on all but those that are taken out. */
function WhichMachines({
  machines,
  leftOut,
  onLeftOut,
}: {
  machines: readonly { unitId: string; host: string }[];
  /** ids of their units */
  leftOut: readonly string[];
  onLeftOut: (unitIds: readonly string[]) => void;
}) {
  const t = useTranslations('workflows.operations');
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{t('onWhich')}</legend>
      {machines.map(({ unitId, host }) => (
        <Checkbox
          key={unitId}
          checked={!leftOut.includes(unitId)}
          onCheckedChange={(on) => onLeftOut(on ? leftOut.filter((id) => id !== unitId) : [...leftOut, unitId])}
          label={host}
        />
      ))}
    </fieldset>
  );
}
