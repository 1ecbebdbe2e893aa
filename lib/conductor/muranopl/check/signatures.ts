import type { Template } from '../source/value';
import type { ArgumentUsage } from '../syntax/declarations';
import type { NativeArgument } from '../types/native';
import type { ClassView } from './class-view';
import { callsInChain } from './nodes';

/** What a method takes, as far as calls can be held against it. */
export interface Signature {
  readonly isStatic: boolean;
  readonly arguments: readonly SignatureArgument[];
}

interface SignatureArgument {
  readonly name: string;
  readonly usage: ArgumentUsage;
  /** without it no call can go well: it has no default, and its contract does not take null */
  readonly isNeeded: boolean;
}

/**
 * The signature of a method of a class, its own or inherited. Undefined when there is none, when several classes
 * above have one of their own, and for extension methods, which belong to other objects.
 */
export function signatureOf(view: ClassView, name: string): Signature | undefined {
  const native = view.native?.methods.find((method) => method.name === name);
  if (native) return { isStatic: native.isStatic === true, arguments: (native.arguments ?? []).map(ofNative) };
  const own = view.declaration.methods.find((method) => method.name === name);
  if (own?.usage === 'Extension') return undefined;
  if (own) {
    const declared = own.arguments.map(({ name: argument, usage, contract, default: otherwise }) => ({
      name: argument,
      usage,
      isNeeded: usage === 'Standard' && otherwise === undefined && refusesNull(contract),
    }));
    return { isStatic: own.usage === 'Static', arguments: declared };
  }
  const [above, ...others] = view.parents.filter((parent) => parent.methods.has(name));
  return above && others.length === 0 ? signatureOf(above, name) : undefined;
}

function ofNative({ name, usage = 'Standard', contract = '', default: otherwise }: NativeArgument): SignatureArgument {
  const isNeeded = usage === 'Standard' && otherwise === undefined && contract.includes('notNull()');
  return { name, usage, isNeeded };
}

/** Whether a contract is a chain with `notNull()` in it. */
export function refusesNull(contract: Template | undefined): boolean {
  if (contract?.kind !== 'expression') return false;
  return [...callsInChain(contract.expression.tree)].some(({ name }) => name === 'notNull');
}
