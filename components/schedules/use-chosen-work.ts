import { useState } from 'react';
import { argumentsFrom, enteredFor, type FieldInput } from '@/components/shell/workflows/entered-arguments';
import { useOperationOffers } from '@/components/shell/workflows/use-workflow-offers';
import { useDeployedTypes } from '@/lib/client/catalog';
import type { JsonObject } from '@/lib/model/json';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import { SIMPLE_WORKFLOWS } from '@/lib/model/runs/unit-workflows';
import type { ScheduleInput, ScheduleView } from '@/lib/model/schedules/schedule-view';
import type { ServiceView } from '@/lib/model/views';
import { useWorkflowWords } from './schedule-words';

/** An operation is chosen by this and its name. */
const OPERATION = 'operation:';

/** What a schedule does, as it is chosen here: a workflow that nothing more is asked for, or an operation with its parameters. */
export function useChosenWork(environmentId: string, schedule: ScheduleView | null) {
  const words = useWorkflowWords();
  const types = useDeployedTypes(environmentId).data ?? [];
  const offered = useOperationOffers({ environmentId, name: '' }).map(({ operation }) => operation);
  const [value, choose] = useState(chosenBy(schedule));
  const [changed, setChanged] = useState<Readonly<Record<string, Readonly<Record<string, FieldInput>>>>>({});
  const name = value.startsWith(OPERATION) ? value.slice(OPERATION.length) : null;
  const operation = offered.find((one) => one.name === name) ?? null;
  const given = name !== null && name === schedule?.operation ? schedule.parameters : {};
  const entered = { ...enteredFor(preset(operation, given)), ...changed[value] };
  // one that no package offers any more stays what it is until another is chosen
  const isLost = name !== null && operation === null;
  return {
    value,
    choose: (next: string) => choose(next),
    options: [
      ...SIMPLE_WORKFLOWS.map((one) => ({ value: one as string, label: words(one) })),
      ...offered.map((one) => ({ value: `${OPERATION}${one.name}`, label: one.title })),
      ...(isLost ? [{ value, label: schedule?.operation_title ?? name }] : []),
    ],
    operation,
    entered,
    enter: (parameter: string, input: FieldInput) =>
      setChanged({ ...changed, [value]: { ...changed[value], [parameter]: input } }),
    /** whether a service has what is done */
    isFor: ({ type }: ServiceView): boolean =>
      operation === null ||
      types.some((one) => one.type === type && one.customOperations?.some((own) => own.name === operation.name)),
    asked: askedFor(name, operation === null ? given : argumentsFrom(operation.parameters, entered), value),
  };
}

function chosenBy(schedule: ScheduleView | null): string {
  if (schedule?.operation) return `${OPERATION}${schedule.operation}`;
  return SIMPLE_WORKFLOWS.find((one) => one === schedule?.workflow) ?? 'stop';
}

/** The parameters of an operation, with what a schedule gives as their defaults. */
function preset(operation: OfferedOperation | null, given: JsonObject) {
  return (operation?.parameters ?? []).map((one) => ({ ...one, default: given[one.name] ?? one.default }));
}

function askedFor(
  operation: string | null,
  parameters: JsonObject,
  value: string,
): Pick<ScheduleInput, 'workflow' | 'operation' | 'parameters'> {
  if (operation !== null) return { workflow: 'execute_operation', operation, parameters };
  return { workflow: SIMPLE_WORKFLOWS.find((one) => one === value) ?? 'stop', operation: null, parameters: {} };
}
