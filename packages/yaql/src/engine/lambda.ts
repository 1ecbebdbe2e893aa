import { KIND, Tagged } from '../primitives/kinds';
import type { Context } from './context';

/** A compiled expression: give it a context, get its value. */
export type Code = (context: Context) => unknown;

/** A compiled call that waits for its receiver. */
export type MethodCode = (context: Context, receiver: unknown) => unknown;

/** A function as a value: what `lambda()` answers, and what the host may put into variables. */
export class YaqlCallable extends Tagged {
  readonly kind = KIND.callable;
  constructor(readonly call: (args: readonly unknown[], named: ReadonlyMap<string, unknown>) => unknown) {
    super();
  }
}

const NO_NAMES: ReadonlyMap<string, unknown> = new Map();

/**
 * An argument that is evaluated by the function it is given to, as often as that likes. Each call runs in a
 * context of its own below the one where the expression was written.
 */
export class Lambda {
  constructor(
    private readonly code: Code,
    private readonly context: Context,
    /** false when no part of the code can keep its context, which may then be used again */
    private readonly keepsContext: boolean,
    /** a function given by value */
    private readonly callable?: YaqlCallable,
  ) {}

  /** The same expression, run below another context. */
  under(context: Context): Lambda {
    return new Lambda(this.code, context, this.keepsContext, this.callable);
  }

  /** Evaluates without arguments. */
  run(): unknown {
    if (this.callable) return this.callable.call([], NO_NAMES);
    return this.code(this.context);
  }

  /** Evaluates with `$`. */
  apply(value: unknown): unknown {
    if (this.callable) return this.callable.call([value], NO_NAMES);
    return this.code(this.context.childWith(value));
  }

  /** Evaluates with `$` (also `$1`) and `$2`. */
  applyTwo(first: unknown, second: unknown): unknown {
    if (this.callable) return this.callable.call([first, second], NO_NAMES);
    const context = this.context.childWith(first);
    context.set('$2', second);
    return this.code(context);
  }

  /** Evaluates with `$1`, `$2`, … and names. */
  applyAll(args: readonly unknown[], named: ReadonlyMap<string, unknown>): unknown {
    if (this.callable) return this.callable.call(args, named);
    const context = this.context.child();
    args.forEach((value, index) => {
      context.set(`$${index + 1}`, value);
    });
    for (const [name, value] of named) context.set(name, value);
    return this.code(context);
  }

  /** Evaluates in exactly that context. */
  runIn(context: Context): unknown {
    return this.callable ? this.callable.call([], NO_NAMES) : this.code(context);
  }

  /** A function for walking many items: as `apply`, but quicker where the expression allows. */
  each(): (value: unknown) => unknown {
    const { callable, code, keepsContext, context } = this;
    const runtime = context.runtime;
    if (callable) return (value) => callable.call([value], NO_NAMES);
    if (keepsContext) {
      return (value) => {
        runtime?.step();
        return code(context.childWith(value));
      };
    }
    const own = context.child();
    return (value) => {
      runtime?.step();
      own.setFirst(value);
      return code(own);
    };
  }
}

/** `key => value` before it is evaluated. */
export class LazyRule {
  constructor(
    readonly source: () => unknown,
    readonly destination: () => unknown,
  ) {}
}

/** The right side of a dot, before it has its receiver. */
export class MethodLambda {
  constructor(private readonly code: MethodCode) {}

  /** Calls the method on the receiver, its arguments evaluated in the context. */
  on(receiver: unknown, context: Context): unknown {
    return this.code(context, receiver);
  }
}
