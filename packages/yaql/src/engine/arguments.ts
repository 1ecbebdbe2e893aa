import type { ArgumentNode } from '../syntax/ast';
import type { Code, MethodCode } from './lambda';

/** One argument of a call, as far as it is known before the call runs. */
export interface CallArgument {
  /**
   * `value`: known only at the call (a receiver, an argument passed by a function); `constant` and `keyword`
   * are in the text; `rule` is `key => value`; `skip` was left out; `expression` is everything else.
   */
  readonly sort: 'value' | 'constant' | 'keyword' | 'rule' | 'skip' | 'expression';
  readonly node: ArgumentNode | undefined;
  readonly code: Code;
  /** the value of a constant or keyword */
  readonly value?: unknown;
  /** the argument as the right side of a dot, when it is a call */
  readonly method?: MethodCode;
  /** both sides of a rule */
  readonly source?: CallArgument;
  readonly destination?: CallArgument;
  /** whether running it may keep its context for later */
  readonly keepsContext: boolean;
}

const nothing: Code = () => undefined;

/** An argument that comes as a value. */
export const VALUE_ARGUMENT: CallArgument = { sort: 'value', node: undefined, code: nothing, keepsContext: true };

/** An argument that was left out. */
export const SKIPPED_ARGUMENT: CallArgument = { sort: 'skip', node: undefined, code: nothing, keepsContext: true };

/** Positional and named arguments of one call. */
export interface CallShape {
  readonly positional: readonly CallArgument[];
  readonly named: ReadonlyMap<string, CallArgument>;
}
