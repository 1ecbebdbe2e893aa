import { type Context, define, type FunctionDefinition, type Payload } from '@vetro/yaql';
import { freeze } from '../execution/freeze';

/** Makes a function of the host; see `define` of YAQL for the signature. What it does is done once for each call. */
export function hostFunction(
  name: string,
  signature: string,
  run: (...args: unknown[]) => unknown,
): FunctionDefinition {
  const payload = (context: Context, ...args: unknown[]) => {
    const { runtime } = context;
    const values = args.map((value) => freeze(value, context));
    return runtime ? runtime.recall(() => run(...values)) : run(...values);
  };
  return define(name, 'function', signature, payload as Payload);
}
