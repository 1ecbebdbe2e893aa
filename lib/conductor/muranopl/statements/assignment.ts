import type { Expression } from '@vetro/yaql';
import { DslError } from '../errors';
import { evaluationOf } from '../execution/compile-template';
import type { Template } from '../source/value';
import type { Statement } from '../syntax/declarations';
import { prepareAssignment, readTarget } from './assignment-target';
import type { PlainStep } from './steps';
import type { Write } from './write-property';

/**
 * `$x: value`, `$.property: value`, `$x.a[0].b: value`, `ns:Class.property: value`. The right side is evaluated
 * first. Nothing changes in place: dicts and lists on the way are rebuilt, missing ones begun.
 */
export function assignmentStep(statement: Statement, target: Expression, value: Template): PlainStep {
  const right = evaluationOf(value);
  if (target.tree.kind === 'variable') return variableStep(statement, target.tree.name, right);
  const left = readTarget(target);
  return {
    statement,
    evaluation: {
      calls: true,
      run: (context) => {
        const made = right.run(context);
        return prepareAssignment(left, made, context);
      },
    },
    finish: (_frame, write) => {
      (write as Write)();
      return undefined;
    },
  };
}

function variableStep(statement: Statement, name: string, evaluation: PlainStep['evaluation']): PlainStep {
  const isFixed = name === '$' || name === '$this';
  return {
    statement,
    evaluation,
    finish(frame, value) {
      if (isFixed) throw new DslError('ValueError', `Cannot assign to ${name}`);
      frame.context.set(name, value);
      return undefined;
    },
  };
}
