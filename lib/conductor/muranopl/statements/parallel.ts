import { toText } from '@vetro/yaql';
import { int } from '../contracts/basic';
import { DslError } from '../errors';
import { evaluationOf } from '../execution/compile-template';
import { runBranches } from '../execution/fibers';
import { type BlockStep, type CompileBlock, type Completion, evaluateIn, runBlock, type StatementOf } from './steps';

/** How many branches run beside one another when nothing else is said. */
const MAX_BRANCHES = 1000;

/** `Parallel`: every instruction is a branch of its own, all see the same variables. */
export function parallelStep(statement: StatementOf<'parallel'>, compile: CompileBlock): BlockStep {
  const branches = statement.branches.map((branch) => compile([branch]));
  const limit = statement.limit && evaluationOf(statement.limit);
  return {
    statement,
    *drive(frame) {
      const most = limit ? limitOf(yield* evaluateIn(frame, limit)) : MAX_BRANCHES;
      const outcomes = yield* runBranches(
        branches.map((program) => {
          const own = frame.branch();
          return function* branch() {
            frame.execution.frames.add(own);
            try {
              const completion = yield* runBlock(program, own);
              if (completion === 'return') frame.result = own.result;
              return completion;
            } finally {
              frame.execution.frames.delete(own);
            }
          };
        }),
        Math.max(1, most),
        frame.execution,
      );
      return outcomes.find((outcome) => outcome !== undefined) as Completion | undefined;
    },
  };
}

/** A whole number, or what reads as one. Throws TypeError for anything else, ValueError for one below 0. */
function limitOf(value: unknown): number {
  const limit = readLimit(value);
  if (limit === null) throw new DslError('TypeError', `The Limit of Parallel is a whole number, not ${toText(value)}.`);
  if (limit < 0) throw new DslError('ValueError', 'The Limit of Parallel cannot be below 0.');
  return limit;
}

function readLimit(value: unknown): number | null {
  try {
    return value === null ? null : Number(int(value));
  } catch {
    return null;
  }
}
