import { evaluationOf, evaluationOfExpression } from '../execution/compile-template';
import type { Block, Statement } from '../syntax/declarations';
import type { MuranoMethod } from '../types/murano-type';
import { assignmentStep } from './assignment';
import { ifStep, matchStep, switchStep } from './branches';
import { rethrowStep, throwStep, tryStep } from './exceptions';
import { forStep, repeatStep, whileStep } from './loops';
import { parallelStep } from './parallel';
import { type Program, runBlock, type Step } from './steps';

const programs = new WeakMap<MuranoMethod, Program>();
const NOTHING = { run: () => null, calls: false };

/** The body of a method, made ready to run once. */
export function programOf(method: MuranoMethod): Program {
  const known = programs.get(method);
  if (known) return known;
  const made = compileBlock(method.declaration.body);
  programs.set(method, made);
  return made;
}

/** Makes a block ready to run. */
export function compileBlock(block: Block): Program {
  return block.map((statement) => compileStatement(statement));
}

function compileStatement(statement: Statement): Step {
  switch (statement.kind) {
    case 'expression':
      return { statement, evaluation: evaluationOfExpression(statement.expression), finish: () => undefined };
    case 'template':
      return { statement, evaluation: evaluationOf(statement.value), finish: () => undefined };
    case 'assignment':
      return assignmentStep(statement, statement.target, statement.value);
    case 'return':
      return {
        statement,
        evaluation: evaluationOf(statement.value),
        finish: (frame, value) => {
          frame.result = value;
          return 'return';
        },
      };
    case 'break':
      return { statement, evaluation: NOTHING, finish: () => 'break' };
    case 'continue':
      return { statement, evaluation: NOTHING, finish: () => 'continue' };
    case 'if':
      return ifStep(statement, compileBlock);
    case 'match':
      return matchStep(statement, compileBlock);
    case 'switch':
      return switchStep(statement, compileBlock);
    case 'while':
      return whileStep(statement, compileBlock);
    case 'for':
      return forStep(statement, compileBlock);
    case 'repeat':
      return repeatStep(statement, compileBlock);
    case 'parallel':
      return parallelStep(statement, compileBlock);
    case 'try':
      return tryStep(statement, compileBlock);
    case 'throw':
      return throwStep(statement);
    case 'rethrow':
      return rethrowStep(statement);
    case 'do': {
      const program = compileBlock(statement.body);
      return { statement, drive: (frame) => runBlock(program, frame) };
    }
  }
}
