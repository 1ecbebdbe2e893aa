import { KIND, Tagged } from '../primitives/kinds';
import { FunctionLayer } from './layer';
import type { Runtime } from './runtime';
import type { ParameterType } from './types';

/** The functions that a context sees, and those of one name. */
export type Layer = FunctionLayer<FunctionDefinition>;

/** A parameter; `defaultValue` undefined means that it must be given. */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional: boolean;
  readonly defaultValue: unknown;
}

/**
 * What runs when a function is called: the context of the call, then the arguments in the order of the
 * parameters, then a map of further named ones where the signature has `**`, and last the rest of the
 * positional ones. An optional argument that was not given and has no default is undefined.
 */
export type Payload = (context: Context, ...args: never[]) => unknown;

/** One overload of a function. */
export interface FunctionDefinition {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** the type of further positional arguments; undefined when there must be none */
  readonly rest: ParameterType | undefined;
  /** the type of further named arguments; undefined when there must be none */
  readonly named: ParameterType | undefined;
  /** may be called as `name(…)` */
  readonly isFunction: boolean;
  /** may be called as `receiver.name(…)` */
  readonly isMethod: boolean;
  /** `key => value` stays an argument of its own instead of naming a parameter */
  readonly noKeywords: boolean;
  readonly payload: Payload;
}

const UNSET: unique symbol = Symbol('unset');

/**
 * Variables and functions by name, with a parent that is asked for what is not here. Children see what
 * their parents get later. `$` is `$1`.
 */
export class Context extends Tagged {
  readonly kind = KIND.context;
  /** `$`, which nearly every context has and nearly every expression reads */
  private first: unknown = UNSET;
  private variables: Map<string, unknown> | undefined;
  layer: Layer;
  /** what the host attaches to an evaluation; contexts below have it too */
  host: object | undefined;

  constructor(
    readonly parent: Context | undefined,
    /** what the evaluation may use; undefined for a context of functions alone */
    public runtime: Runtime | undefined = parent?.runtime,
    layer?: Layer,
  ) {
    super();
    this.layer = layer ?? parent?.layer ?? new FunctionLayer(undefined, false);
    this.host = parent?.host;
  }

  /** A context below this one. */
  child(): Context {
    return new Context(this);
  }

  /** A context below this one whose `$` is the value: what a lambda with one argument runs in. */
  childWith(value: unknown): Context {
    const child = new Context(this);
    child.first = value;
    return child;
  }

  /** A context beside this one that has the same variables now, and keeps them whatever is set here later. */
  snapshot(): Context {
    const copy = new Context(this.parent, this.runtime, this.layer);
    copy.host = this.host;
    copy.first = this.first;
    copy.variables = this.variables && new Map(this.variables);
    return copy;
  }

  /** A context beside this one that shares its variables, whoever sets them, but belongs to other code of the host. */
  beside(host: object): Context {
    this.variables ??= new Map();
    const twin = new Context(this.parent, this.runtime, this.layer);
    twin.host = host;
    twin.first = this.first;
    twin.variables = this.variables;
    return twin;
  }

  /** The values of the variables that are set in this very context. */
  *ownValues(): Generator<unknown> {
    if (this.first !== UNSET) yield this.first;
    if (this.variables) yield* this.variables.values();
  }

  /** Puts another value in `$`: only for a context that nothing has kept. */
  setFirst(value: unknown): void {
    this.first = value;
  }

  /** The value of `$`, or null. */
  getFirst(): unknown {
    for (let context: Context | undefined = this; context; context = context.parent) {
      if (context.first !== UNSET) return context.first;
    }
    return null;
  }

  /** The value of a variable, with or without its dollar; null when nobody has set it. */
  get(name: string): unknown {
    const key = normal(name);
    if (key === '$1') return this.getFirst();
    for (let context: Context | undefined = this; context; context = context.parent) {
      const value = context.variables?.get(key);
      if (value !== undefined) return value;
    }
    return null;
  }

  /** Sets a variable here, with or without its dollar. */
  set(name: string, value: unknown): void {
    const key = normal(name);
    if (key === '$1') {
      this.first = value;
      return;
    }
    this.variables ??= new Map();
    this.variables.set(key, value === undefined ? null : value);
  }

  /** Whether the variable is set in this very context. */
  has(name: string): boolean {
    const key = normal(name);
    return key === '$1' ? this.first !== UNSET : (this.variables?.has(key) ?? false);
  }

  /** Adds a function here; `exclusive` hides those of the same name in the contexts above. */
  register(definition: FunctionDefinition, exclusive = false): void {
    if (this.layer === this.parent?.layer) this.layer = new FunctionLayer(this.parent.layer, false);
    this.layer.register(definition, exclusive);
  }
}

function normal(name: string): string {
  if (name === '$' || name === '') return '$1';
  return name.charCodeAt(0) === 0x24 ? name : `$${name}`;
}
