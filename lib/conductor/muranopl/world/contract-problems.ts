import { fromPlain } from '@vetro/yaql';
import type { FieldProblem } from '@/lib/model/field-problem';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import { holdsSealed } from '@/lib/model/secret';
import { transformOf } from '../contracts/contract';
import type { Transform } from '../contracts/scope';
import { transformList } from '../contracts/structure';
import { isViolation } from '../contracts/violation';
import type { Execution } from '../execution/execution';
import { Frame } from '../execution/frame';
import { TypeReference } from '../objects/type-reference';
import type { Template } from '../source/value';
import type { MuranoProperty, MuranoType } from '../types/murano-type';

/** Who judges objects, and how their properties are called. */
export interface ContractJudge {
  execution: Execution;
  /** the class of an object in another one; null where there is none of that name */
  typeOf(className: string): MuranoType | null;
  /** which answer a property of the service comes from; null: nobody can tell */
  fieldOf(property: string): string | null;
  /** what that answer is called */
  labelOf(field: string): string;
}

/**
 * What the contracts of a class refuse of an object that a form made, and of the objects in it, before any of it is
 * deployed. Secrets are sealed by then, and references to other services are judged when those are there.
 */
export function contractProblems(judge: ContractJudge, type: MuranoType, object: JsonObject): FieldProblem[] {
  const own = [...type.propertyNames].flatMap((name): FieldProblem[] => {
    const property = type.property(name);
    const value = object[name];
    if (!property || value === undefined) return [];
    const refusal = refusalOf(judge.execution, property, value);
    if (refusal === null) return [];
    const field = judge.fieldOf(name);
    return [{ path: field ?? '', code: 'contract', sentence: inWords(judge.labelOf(field ?? name), refusal) }];
  });
  const inner = objectsIn(Object.values(object)).flatMap((one) => {
    const innerType = judge.typeOf(classNameIn((one['?'] as JsonObject).type));
    return innerType
      ? contractProblems({ ...judge, fieldOf: () => null, labelOf: (name) => name }, innerType, one)
      : [];
  });
  return [...own, ...inner];
}

/** The objects nearest below some values. */
function objectsIn(values: readonly (Json | undefined)[]): JsonObject[] {
  return values.flatMap((value): JsonObject[] => {
    if (Array.isArray(value)) return objectsIn(value);
    if (!isObject(value)) return [];
    return isObject(value['?']) ? [value] : objectsIn(Object.values(value));
  });
}

/** What contracts demand, as people read it. */
const DEMANDS: Readonly<Record<string, (label: string) => string>> = {
  int: (label) => `"${label}" must be a whole number.`,
  string: (label) => `"${label}" must be a text.`,
  bool: (label) => `"${label}" must be true or false.`,
  notNull: (label) => `"${label}" must be filled in.`,
};

/** Why a contract refuses a value, in words; the sentence of an author who gives one is that. */
function inWords(label: string, reason: string): string {
  const [, unfit] = /^Value (.*) doesn't match predicate$/s.exec(reason) ?? [];
  if (unfit !== undefined) return `"${label}" cannot be ${unfit}.`;
  const [, length, least] = /^Array length (\d+) must not be less than (\d+)$/.exec(reason) ?? [];
  if (least !== undefined) return `"${label}" must have at least ${least} entries, and has ${length}.`;
  const demand = DEMANDS[/violates (\w+)\(\) contract$/.exec(reason)?.[1] ?? ''];
  return demand?.(label) ?? `"${label}": ${reason}`;
}

/** Whether a value can be held against its contract alone. */
function isJudged(value: Json): boolean {
  if (typeof value === 'string') return !holdsSealed(value);
  if (Array.isArray(value)) return value.every(isJudged);
  return !isObject(value) || (!('?' in value) && Object.values(value).every((one) => isJudged(one as Json)));
}

/** Why a contract refuses a value; null for one that takes it. Of lists of objects their length is judged. */
function refusalOf(execution: Execution, property: MuranoProperty, value: Json): string | null {
  const { declaration, type } = property;
  const judged = judgedPart(declaration.contract, value);
  if (!judged) return null;
  const frame = new Frame(execution, type, TypeReference.to(type), undefined, undefined);
  try {
    judged(fromPlain(value), { frame, owner: undefined, callerType: undefined });
    return null;
  } catch (error) {
    return isViolation(error) ? error.reason : null;
  }
}

function judgedPart(contract: Template | undefined, value: Json): Transform | null {
  if (!contract) return null;
  if (!speaksOfClasses(contract)) return isJudged(value) ? transformOf(contract) : null;
  return contract.kind === 'list' ? transformList(contract.items, () => (item) => item) : null;
}

/** `$.class(…)` and `$.template(…)`, anywhere in a contract. */
function speaksOfClasses(contract: Template): boolean {
  if (contract.kind === 'expression') return /\.(?:class|template)\(/.test(contract.expression.text);
  if (contract.kind === 'list') return contract.items.some(speaksOfClasses);
  if (contract.kind === 'map') return contract.entries.some(({ value }) => speaksOfClasses(value));
  return false;
}
