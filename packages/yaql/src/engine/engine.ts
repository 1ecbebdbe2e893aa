import { isYaqlError, YaqlError } from '../errors';
import type { Node } from '../syntax/ast';
import {
  LEGACY_OPERATORS,
  type Operators,
  type OperatorTable,
  readOperators,
  STANDARD_OPERATORS,
} from '../syntax/operators';
import { parse } from '../syntax/parser';
import { print } from '../syntax/printer';
import { compile } from './compile';
import type { Context } from './context';
import { fromPlain, toPlain } from './convert-data';
import { Journal, Suspension } from './journal';
import type { Code } from './lambda';
import { DEFAULT_LIMITS, type Limits } from './limits';
import { type Clock, type Conversions, type RandomSource, Runtime } from './runtime';

/** How an engine reads and runs expressions; the names of the original stand in brackets. */
export interface EngineOptions {
  /** the operators and their strengths; YAQL's own when not given */
  readonly operators?: OperatorTable;
  /** the 0.2 grammar, where `=>` is an operator that makes pairs */
  readonly legacyParser?: boolean;
  /** whether `$f(x)` may call a value (`allow_delegates`) */
  readonly delegates?: boolean;
  /** what an evaluation may use at most */
  readonly limits?: Partial<Limits>;
  readonly conversions?: Partial<Conversions>;
  /** where `now()` comes from; without one it is 1970, and there is no time limit */
  readonly clock?: Clock;
  /** where `random()` comes from; without one it is always 0 */
  readonly chance?: RandomSource;
}

const DEFAULT_CONVERSIONS: Conversions = { input: true, output: true, tuplesToLists: true, setsToLists: false };
const NO_CLOCK: Clock = { now: () => 0, localOffset: () => 0 };
const NO_CHANCE: RandomSource = { next: () => 0 };

/** An expression that has been read, and is compiled once when it is first run. */
export class Expression {
  private code: Code | undefined;

  constructor(
    private readonly engine: YaqlEngine,
    readonly text: string,
    readonly tree: Node,
  ) {}

  /**
   * Evaluates with data as `$`, in a context below the one given, and makes the result plain (see
   * `toPlain`). Throws YaqlError with the place in the expression.
   */
  evaluate(data: unknown, context: Context): unknown {
    return this.guarded(context, (inside) => {
      inside.setFirst(this.engine.conversions.input ? fromPlain(data) : data);
      const value = this.compiled()(inside);
      return this.engine.conversions.output ? toPlain(value, inside) : value;
    });
  }

  /**
   * Evaluates in a context below the one given and answers the value of the language as it is: lazy
   * sequences are not walked, floats not unpacked. `runtime` is what the evaluation counts with: give the one
   * of a larger whole to share its limits. Throws YaqlError with the place.
   */
  run(context: Context, runtime?: Runtime): unknown {
    return this.guarded(context, (inside) => this.compiled()(inside), runtime);
  }

  /**
   * Evaluates an expression whose functions may wait for the outside (`context.runtime.ask`). Yields each
   * request; go on with `next(answer)`, or `throw(error)` when it failed: the error comes out of the function
   * that asked. Ends with the value of the language, as `run` does. The work before a request is done again
   * with the answers that were given (see docs/decisions/0010-expressions-that-wait.md).
   */
  *drive(context: Context): Generator<unknown, unknown, unknown> {
    const journal = new Journal();
    for (;;) {
      journal.rewind();
      try {
        return this.run(context, this.engine.newRuntime(journal));
      } catch (thrown) {
        if (!(thrown instanceof Suspension)) throw thrown;
        journal.answer(yield* thrown.carryOn());
      }
    }
  }

  /** The expression written anew from its tree. */
  print(): string {
    return print(this.tree, this.engine.operators);
  }

  /**
   * The closures behind the expression, for a host that keeps context, limits and journal itself and runs
   * many expressions in one context: errors come out as they are, see `explained`.
   */
  compiled(): Code {
    this.code ??= compile(this.tree, this.engine.operators);
    return this.code;
  }

  /** A part of the expression as one of its own. */
  part(node: Node): Expression {
    return new Expression(this.engine, this.text, node);
  }

  private guarded(context: Context, work: (inside: Context) => unknown, shared?: Runtime): unknown {
    const inside = context.child();
    const runtime = shared ?? this.engine.newRuntime();
    inside.runtime = runtime;
    const { depth } = runtime;
    try {
      return work(inside);
    } catch (error) {
      runtime.depth = depth;
      throw this.explained(error);
    }
  }

  /** An error of a run, with the expression's text where it has none yet; a stack that overflowed is told as depth. */
  explained(error: unknown): unknown {
    if (isYaqlError(error)) {
      error.expression ??= this.text;
      return error;
    }
    if (!(error instanceof RangeError)) return error;
    // JavaScript's own stack was too small before the limit of depth was met.
    const deep = new YaqlError('DepthExceededException', 'The expression was stopped because it is nested too deep.');
    deep.expression = this.text;
    return deep;
  }
}

/** Reads expressions under one grammar and runs them under one set of limits. */
export class YaqlEngine {
  readonly operators: Operators;
  readonly limits: Limits;
  readonly conversions: Conversions;

  constructor(private readonly options: EngineOptions = {}) {
    const legacy = options.legacyParser === true;
    this.operators = readOperators(
      options.operators ?? (legacy ? LEGACY_OPERATORS : STANDARD_OPERATORS),
      legacy ? undefined : '=>',
    );
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.conversions = { ...DEFAULT_CONVERSIONS, ...options.conversions };
  }

  /** Reads an expression. Throws YaqlLexicalException, UnicodeDecodeError or YaqlGrammarException. */
  parse(text: string): Expression {
    return new Expression(
      this,
      text,
      parse(text, { operators: this.operators, delegates: this.options.delegates === true }),
    );
  }

  /** A fresh count of what an evaluation uses. */
  newRuntime(journal?: Journal): Runtime {
    const { clock = NO_CLOCK, chance = NO_CHANCE } = this.options;
    return new Runtime(this.limits, this.conversions, clock, chance, journal);
  }
}
