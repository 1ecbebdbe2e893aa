import type { Json, JsonObject } from '@/lib/model/json';
import { isObject } from '@/lib/model/json';
import type { InputType, OperationTemplate } from '@/lib/model/lifecycle/template';

const TYPES: Record<InputType, (value: Json) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  float: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  dict: isObject,
};

/** What is wrong with the inputs of a call, in a sentence; null when they have the types that the operation declares. */
export function inputProblem({ inputTypes = {} }: OperationTemplate, inputs: JsonObject): string | null {
  const wrong = Object.entries(inputTypes).filter(([name, type]) => {
    const value = inputs[name];
    return value !== undefined && value !== null && !TYPES[type](value);
  });
  if (wrong.length === 0) return null;
  return wrong.map(([name, type]) => `The input ${name} must be of type ${type}.`).join(' ');
}
