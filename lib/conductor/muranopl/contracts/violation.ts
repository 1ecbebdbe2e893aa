import { type DictValue, dictEntries, isDict, repr, toText } from '@vetro/yaql';
import { DslError } from '../errors';

/** A value that a contract refuses, before it is known whose contract it was. */
class Violation extends DslError {
  /** where in the value: `['key'][0]` */
  path = '';
  /** whether the message has its beginning */
  isPlaced = false;

  constructor(readonly reason: string) {
    super('ContractViolationException', reason);
  }
}

/** Whether an error is a contract's, with its reason. */
export function isViolation(error: unknown): error is DslError & { readonly reason: string } {
  return error instanceof Violation;
}

/** Refuses a value. The reason is a sentence without its place. */
export function violation(reason: string): DslError {
  return new Violation(reason);
}

/** Runs the contract of a part of a value; a refusal remembers which part: `[0]`, `['key']`. */
export function inPart<Value>(part: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof Violation && !error.isPlaced) error.path = `[${part}]${error.path}`;
    throw error;
  }
}

/** Runs a contract; a refusal says whose it was: `[Class.property['key'][0]] …`, `[Class::method(argument)] …`. */
export function placed<Value>(owner: () => string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof Violation && !error.isPlaced) {
      error.isPlaced = true;
      error.message = `[${owner()}${error.path}] ${error.reason}`;
    }
    throw error;
  }
}

/** A value as messages show it: Python's repr, with lists in brackets. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (isDict(value)) {
    return `{${dictEntries(value as DictValue)
      .map(([key, held]) => `${shown(key)}: ${shown(held)}`)
      .join(', ')}}`;
  }
  return typeof value === 'object' && value !== null && !('value' in value) ? toText(value) : repr(value);
}
