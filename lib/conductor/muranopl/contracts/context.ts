import { Context } from '@vetro/yaql';
import type { ContractScope } from './scope';

/** Where a contract's functions find for whom they run: no program can write a variable of this name. */
const SCOPE = '$?contract';

/** A context for one run of a contract: `$` is the value, and the functions of contracts are there. */
export function contractContext(value: unknown, scope: ContractScope): Context {
  const { frame } = scope;
  const context = new Context(frame.context, frame.execution.runtime, frame.execution.engine.contractLayer(frame.type));
  context.setFirst(value);
  context.set(SCOPE, scope);
  return context;
}

/** For whom the contract around runs. */
export function contractScope(context: Context): ContractScope {
  return context.get(SCOPE) as ContractScope;
}
