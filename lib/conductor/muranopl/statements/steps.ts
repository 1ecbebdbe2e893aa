import { type Evaluation, evaluate, Pending } from '../execution/evaluation';
import type { Frame } from '../execution/frame';
import type { Block, Statement } from '../syntax/declarations';

/** How an instruction ends when the next one is not simply the following. */
export type Completion = 'break' | 'continue' | 'return';

/** An instruction made ready to run. */
export type Step = PlainStep | BlockStep;

/** Evaluates something, and does something with the value. */
export interface PlainStep {
  readonly statement: Statement;
  readonly evaluation: Evaluation;
  /** Uses the value; may evaluate nothing more. */
  finish(frame: Frame, value: unknown): Completion | undefined;
  readonly drive?: undefined;
}

/** Runs blocks of other instructions. */
export interface BlockStep {
  readonly statement: Statement;
  drive(frame: Frame): Generator<unknown, Completion | undefined, unknown>;
}

export type Program = readonly Step[];

/** A statement of one kind. */
export type StatementOf<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>;

/** Makes the instructions of a block ready to run. */
export type CompileBlock = (block: Block) => Program;

/** Runs instructions one after the other until one ends the block. */
export function* runBlock(program: Program, frame: Frame): Generator<unknown, Completion | undefined, unknown> {
  const { execution } = frame;
  for (let at = 0; at < program.length; at++) {
    const step = program[at] as Step;
    frame.at = step.statement;
    execution.runtime.step();
    let completion: Completion | undefined;
    if (step.drive) completion = yield* step.drive(frame);
    else {
      let value = evaluate(execution, step.evaluation, frame.context);
      if (value instanceof Pending) value = yield* value.finish();
      completion = step.finish(frame, value);
    }
    if (completion !== undefined) return completion;
  }
  return undefined;
}

/** Evaluates a condition or the like of a block instruction, waiting where it must. */
export function* evaluateIn(frame: Frame, evaluation: Evaluation): Generator<unknown, unknown, unknown> {
  const value = evaluate(frame.execution, evaluation, frame.context);
  return value instanceof Pending ? yield* value.finish() : value;
}
