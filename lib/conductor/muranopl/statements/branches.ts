import { equals, isTrue } from '@/lib/conductor/yaql';
import { evaluationOf } from '../execution/compile-template';
import type { Block, Statement } from '../syntax/declarations';
import { type BlockStep, evaluateIn, type Program, runBlock } from './steps';

type Of<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>;
type CompileBlock = (block: Block) => Program;

const NOTHING: Program = [];

/** `If … Then … Else`: any truthiness. */
export function ifStep(statement: Of<'if'>, compile: CompileBlock): BlockStep {
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
export function matchStep(statement: Of<'match'>, compile: CompileBlock): BlockStep {
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
export function switchStep(statement: Of<'switch'>, compile: CompileBlock): BlockStep {
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
