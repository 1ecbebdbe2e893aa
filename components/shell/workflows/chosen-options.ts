import type { WorkflowOption } from '@/lib/model/runs/workflow-options';
import type { WorkflowParameters } from '@/lib/model/runs/workflow-parameters';
import { argumentsFrom, type FieldInput } from './entered-arguments';

/** What stands in the field of an option before anybody enters anything; options that few change are mostly empty. */
export function enteredBefore({ kind, default: standard }: WorkflowOption): FieldInput {
  if (kind === 'boolean' && standard !== null) return standard === true;
  return standard === null ? '' : JSON.stringify(standard);
}

/** The options that are to be other than they are when left out; an empty list chooses nothing. */
export function chosenOptions(
  options: readonly WorkflowOption[],
  entered: Readonly<Record<string, FieldInput>>,
): WorkflowParameters {
  const changed = options.filter((option) => {
    const value = entered[option.name];
    return value !== undefined && value !== '' && value !== '[]' && value !== enteredBefore(option);
  });
  const taken = changed.map((option) => ({ ...option, label: '', help: '', required: false }));
  return argumentsFrom(taken, entered) as WorkflowParameters;
}

/** The names that are ticked in a list, as its field holds them. */
export function tickedIn(value: FieldInput | undefined): string[] {
  return typeof value === 'string' && value !== '' ? (JSON.parse(value) as string[]) : [];
}
