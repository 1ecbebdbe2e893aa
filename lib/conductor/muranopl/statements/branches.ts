import { equals, isTrue } from '@vetro/yaql';
import { evaluationOf } from '../execution/compile-template';
import { type BlockStep, type CompileBlock, evaluateIn, type Program, runBlock, type StatementOf } from './steps';

const NOTHING: Program = [];

/** `If … Then … Else`: any truthiness. */
export function ifStep(statement: StatementOf<'if'>, compile: CompileBlock): BlockStep {
  const condition = evaluationOf(statement.condition);
  const then = compile(statement.then);
  const otherwise = statement.otherwise ? compile(statement.otherwise) : NOTHING;
  return {
    statement,
    *drive(frame) {
      const holds = isTrue(yield* evaluateIn(frame, condition));
      return yield* runBlock(holds ? then : otherwise, frame);
    },
  };
}

/** `Match`: the first constant that equals the value, by Python's equality. */
export function matchStep(statement: StatementOf<'match'>, compile: CompileBlock): BlockStep {
  const value = evaluationOf(statement.value);
  const cases = statement.cases.map(({ constant, body }) => ({ constant, program: compile(body) }));
  const otherwise = statement.otherwise ? compile(statement.otherwise) : NOTHING;
  return {
    statement,
    *drive(frame) {
      const wanted = yield* evaluateIn(frame, value);
      const hit = cases.find(({ constant }) => equals(constant, wanted));
      return yield* runBlock(hit ? hit.program : otherwise, frame);
    },
  };
}

/** `Switch`: every branch whose condition holds, in the order they are written. */
export function switchStep(statement: StatementOf<'switch'>, compile: CompileBlock): BlockStep {
  const cases = statement.cases.map(({ condition, body }) => ({
    condition: evaluationOf(condition),
    program: compile(body),
  }));
  const otherwise = statement.otherwise ? compile(statement.otherwise) : NOTHING;
  return {
    statement,
    *drive(frame) {
      let none = true;
      for (const { condition, program } of cases) {
        frame.at = statement;
        if (!isTrue(yield* evaluateIn(frame, condition))) continue;
        none = false;
        const completion = yield* runBlock(program, frame);
        if (completion !== undefined) return completion;
      }
      return none ? yield* runBlock(otherwise, frame) : undefined;
    },
  };
}
