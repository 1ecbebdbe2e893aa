import type { Waiting } from './waiting';

/** A call of a native method, as its implementation sees it. */
export interface NativeCall {
  /** the object; in a static method the class: a TypeReference */
  readonly self: unknown;
  /** the arguments in the order of their declaration, after their contracts; VarArgs as a list, KwArgs as a dict */
  readonly arguments: readonly unknown[];
  /** data of the implementation that belong to the object, and live as long as it does */
  readonly state: Map<string, unknown>;
  /** who calls, and in which run: see `execution/frame.ts` */
  readonly scope: object;
}

/**
 * The implementation of a native method. Answers a value of the language, or work that may wait: a generator
 * that yields requests (see `run/requests.ts`) and ends with the value. It is run once for each call, however
 * often the expression around it is run again.
 */
export type NativeImplementation = (call: NativeCall) => unknown | Waiting;

/** One method of a native class. */
export interface NativeMethod {
  readonly name: string;
  /** static methods run without an object */
  readonly isStatic?: boolean;
  /**
   * the arguments, in order: a contract as it would stand in YAML (`$.string().notNull()`), by name; a default
   * makes an argument optional, `null` too
   */
  readonly arguments?: readonly NativeArgument[];
  readonly run: NativeImplementation;
}

export interface NativeArgument {
  readonly name: string;
  readonly usage?: 'Standard' | 'VarArgs' | 'KwArgs';
  /** text of a YAQL contract; anything goes when it is not given */
  readonly contract?: string;
  /** a value of the language; undefined: there is none */
  readonly default?: unknown;
}

/** The native side of a class whose file declares the rest: properties, parents, further methods. */
export interface NativeClass {
  /** full name, for example `io.murano.system.HeatStack` */
  readonly name: string;
  readonly methods: readonly NativeMethod[];
}
