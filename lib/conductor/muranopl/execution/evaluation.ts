import type { Code } from '@vetro/yaql';
import { type Context, type Journal, Suspension } from '@vetro/yaql';
import { isFinal } from '../errors';
import type { Waiting } from '../types/waiting';
import type { Execution } from './execution';

/** Something to evaluate: an expression, a structure of expressions, a contract with its value. */
export interface Evaluation {
  readonly run: Code;
  /** false when nothing in it can call anything: such an evaluation never waits, and needs no journal */
  readonly calls: boolean;
}

/**
 * Evaluates at once. Answers the value, or a Pending when the evaluation must wait: then `yield*
 * pending.finish()` gives the value. Throws what the evaluation throws.
 */
export function evaluate(execution: Execution, evaluation: Evaluation, context: Context): unknown {
  if (!evaluation.calls) {
    execution.runtime.beginExpression();
    return evaluation.run(context);
  }
  const journal = execution.journals.take();
  const result = runWith(execution, evaluation.run, context, journal);
  if (!(result instanceof Suspension)) {
    execution.journals.giveBack(journal);
    return result;
  }
  return new Pending(execution, evaluation.run, context, journal, result);
}

/** Evaluates, waiting where it must. */
export function* evaluateFully(execution: Execution, evaluation: Evaluation, context: Context): Waiting {
  const result = evaluate(execution, evaluation, context);
  return result instanceof Pending ? yield* result.finish() : result;
}

function runWith(execution: Execution, run: Code, context: Context, journal: Journal): unknown {
  const { runtime } = execution;
  const { journal: outer, depth } = runtime;
  runtime.journal = journal;
  runtime.beginExpression();
  try {
    return run(context);
  } catch (thrown) {
    if (thrown instanceof Suspension) {
      runtime.takeBack();
      return thrown;
    }
    execution.journals.giveBack(journal);
    throw thrown;
  } finally {
    runtime.journal = outer;
    runtime.depth = depth;
  }
}

/** An evaluation that was given up because it waits. */
export class Pending {
  constructor(
    private readonly execution: Execution,
    private readonly run: Code,
    private readonly context: Context,
    private readonly journal: Journal,
    private readonly suspension: Suspension,
  ) {}

  /** Goes on to the end. The variables are seen as they are now, whatever other branches set meanwhile. */
  *finish(): Waiting {
    const { execution, journal } = this;
    const context = this.context.snapshot();
    let { suspension } = this;
    for (;;) {
      const entry = yield* suspension.carryOn();
      // A run that was stopped evaluates nothing more.
      if ('error' in entry && isFinal(entry.error)) throw entry.error;
      journal.answer(entry);
      journal.rewind();
      const result = runWith(execution, this.run, context, journal);
      if (!(result instanceof Suspension)) {
        execution.journals.giveBack(journal);
        return result;
      }
      suspension = result;
    }
  }
}
