import type { FieldProblem } from '@/lib/model/field-problem';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { holdsSealed } from '@/lib/model/secret';
import { fromPlain } from '../../yaql';
import { contractOf } from '../contracts/contract';
import { isViolation } from '../contracts/violation';
import type { Execution } from '../execution/execution';
import { Frame } from '../execution/frame';
import { TypeReference } from '../objects/type-reference';
import type { MuranoProperty, MuranoType } from '../types/murano-type';

/**
 * What the contracts of a class refuse of an object that a form made, before any of it is deployed. Secrets are sealed by
 * then, and what holds other objects is judged when those are there.
 *
 * @param fieldOf which answer a property comes from; null: nobody can tell
 * @param labelOf what that answer is called
 */
export function contractProblems(
  execution: Execution,
  type: MuranoType,
  object: JsonObject,
  fieldOf: (property: string) => string | null,
  labelOf: (field: string) => string,
): FieldProblem[] {
  return [...type.propertyNames].flatMap((name): FieldProblem[] => {
    const property = type.property(name);
    const value = object[name];
    if (!property || value === undefined || value === null || !isJudged(value)) return [];
    const refusal = refusalOf(execution, property, value);
    if (refusal === null) return [];
    const field = fieldOf(name);
    return [{ path: field ?? '', code: 'contract', sentence: inWords(labelOf(field ?? name), refusal) }];
  });
}

/** What contracts demand, as people read it. */
const DEMANDS: Readonly<Record<string, (label: string) => string>> = {
  int: (label) => `"${label}" must be a whole number.`,
  string: (label) => `"${label}" must be a text.`,
  bool: (label) => `"${label}" must be true or false.`,
};

/** Why a contract refuses a value, in words; the sentence of an author who gives one is that. */
function inWords(label: string, reason: string): string {
  const [, unfit] = /^Value (.*) doesn't match predicate$/s.exec(reason) ?? [];
  if (unfit !== undefined) return `"${label}" cannot be ${unfit}.`;
  const demand = DEMANDS[/violates (\w+)\(\) contract$/.exec(reason)?.[1] ?? ''];
  return demand?.(label) ?? `"${label}": ${reason}`;
}

/** Whether a value can be held against its contract alone. */
function isJudged(value: Json): boolean {
  if (typeof value === 'string') return !holdsSealed(value);
  if (Array.isArray(value)) return value.every(isJudged);
  return !isObject(value) || (!('?' in value) && Object.values(value).every((one) => isJudged(one as Json)));
}

/** Why a contract refuses a value; null for one that takes it, and for one that speaks of classes. */
function refusalOf(execution: Execution, property: MuranoProperty, value: Json): string | null {
  const { declaration, type, name } = property;
  if (speaksOfClasses(declaration.contract)) return null;
  const frame = new Frame(execution, type, TypeReference.to(type), undefined, undefined);
  try {
    const contract = contractOf(declaration);
    contract.transform(fromPlain(value), { frame, owner: undefined, callerType: undefined }, () => name);
    return null;
  } catch (error) {
    return isViolation(error) ? error.reason : null;
  }
}

/** `$.class(…)` and `$.template(…)`, anywhere in a contract. */
function speaksOfClasses(contract: MuranoProperty['declaration']['contract']): boolean {
  if (!contract) return false;
  if (contract.kind === 'expression') return /\.(?:class|template)\(/.test(contract.expression.text);
  if (contract.kind === 'list') return contract.items.some(speaksOfClasses);
  if (contract.kind === 'map') return contract.entries.some(({ value }) => speaksOfClasses(value));
  return false;
}
