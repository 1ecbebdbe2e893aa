import { isDict } from '@vetro/yaql';
import { DslError } from '../errors';
import { objectOf, viewedTypeOf } from '../objects/murano-object';
import type { MuranoType } from '../types/murano-type';
import { PLACEHOLDER } from './placeholder';
import type { ContractScope } from './scope';
import { shown, violation } from './violation';

/** The class that a contract asks for. */
export interface WantedClass {
  readonly type: MuranoType;
  /** the class of a dict that names none */
  readonly standard: MuranoType;
  readonly versionSpec: string | undefined;
}

/**
 * `class(T)`: an object of the class. A dict becomes a new object that the scope's owner owns, an id the object
 * that has it. Null stays.
 *
 * @throws DslError ContractViolationException
 */
export function classContract(value: unknown, scope: ContractScope, wanted: WantedClass): unknown {
  if (value === null || value === PLACEHOLDER) return value;
  if (scope.isCheck && !objectOf(value)) throw violation('Value is not an object');
  const found = objectFor(value, scope, wanted);
  if (found === PLACEHOLDER) return found;
  const object = objectOf(found);
  if (!object) throw violation(`Value ${shown(value)} cannot be represented as class ${wanted.type.toText()}`);
  requireType(viewedTypeOf(found) ?? object.type, scope, wanted);
  return found === object.found() ? object : found;
}

/**
 * Checks a class against a contract.
 *
 * @throws ContractViolationException unless a class is what the contract asks for, in a version that the declaring package accepts
 */
export function requireType(type: MuranoType, scope: ContractScope, wanted: WantedClass): void {
  const { finder } = scope.frame.execution.engine.classes;
  const declaring = scope.frame.type?.package_;
  for (const ancestor of type.ancestors) {
    if (ancestor === wanted.type) return;
    if (ancestor.name !== wanted.type.name) continue;
    if (!declaring || finder.accepts(declaring, ancestor.package_, wanted.versionSpec)) return;
  }
  throw violation(`Object of type ${type.toText()} is not compatible with requested type ${wanted.type.toText()}`);
}

function objectFor(value: unknown, scope: ContractScope, wanted: WantedClass): unknown {
  if (objectOf(value)) return value;
  const { execution } = scope.frame;
  if (isDict(value)) {
    const { owner, callerType, frame } = scope;
    return execution.makeObject(value, { owner, standard: wanted.standard, callerType, caller: frame });
  }
  if (typeof value !== 'string') return null;
  const { loading } = scope.frame;
  const object = execution.runtime.recall(() => (loading ?? execution.objects).find(value) ?? null);
  if (object) return object;
  if (loading?.mayFollow) return PLACEHOLDER;
  throw new DslError('NoObjectFoundError', `Object "${value}" is not found in object store`);
}
