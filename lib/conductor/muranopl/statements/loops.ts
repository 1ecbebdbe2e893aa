import { type DictValue, dictKeys, isDict, isTrue, toText, YaqlSet } from '@vetro/yaql';
import { DslError } from '../errors';
import { evaluationOf, evaluationOfExpression } from '../execution/compile-template';
import type { Frame } from '../execution/frame';
import { type BlockStep, type CompileBlock, evaluateIn, runBlock, type StatementOf } from './steps';

/** `While … Do`. */
export function whileStep(statement: StatementOf<'while'>, compile: CompileBlock): BlockStep {
  const condition = evaluationOfExpression(statement.condition);
  const body = compile(statement.body);
  return {
    statement,
    *drive(frame) {
      for (;;) {
        frame.at = statement;
        countTurn(frame);
        if (!isTrue(yield* evaluateIn(frame, condition))) return undefined;
        const completion = yield* runBlock(body, frame);
        if (completion === 'break') return undefined;
        if (completion === 'return') return completion;
      }
    },
  };
}

/** `For … In … Do`: over a list, the keys of a dict, the characters of a text. The variable stays set afterwards. */
export function forStep(statement: StatementOf<'for'>, compile: CompileBlock): BlockStep {
  const collection = evaluationOf(statement.collection);
  const body = compile(statement.body);
  const variable = `$${statement.variable}`;
  return {
    statement,
    *drive(frame) {
      const items = itemsOf(yield* evaluateIn(frame, collection));
      frame.inUse.push(items);
      try {
        for (const item of items) {
          countTurn(frame);
          frame.context.set(variable, item);
          const completion = yield* runBlock(body, frame);
          if (completion === 'break') return undefined;
          if (completion === 'return') return completion;
        }
        return undefined;
      } finally {
        frame.inUse.pop();
      }
    },
  };
}

/** `Repeat … Do`: as often as a whole number says. */
export function repeatStep(statement: StatementOf<'repeat'>, compile: CompileBlock): BlockStep {
  const times = evaluationOf(statement.times);
  const body = compile(statement.body);
  return {
    statement,
    *drive(frame) {
      const count = yield* evaluateIn(frame, times);
      if (typeof count !== 'number' && typeof count !== 'boolean') {
        throw new DslError('TypeError', `Repeat takes a whole number, not ${toText(count)}.`);
      }
      for (let left = Number(count); left > 0; left--) {
        countTurn(frame);
        const completion = yield* runBlock(body, frame);
        if (completion === 'break') return undefined;
        if (completion === 'return') return completion;
      }
      return undefined;
    },
  };
}

/** Counts one turn of a loop: there are loops whose body is empty. */
function countTurn({ execution }: Frame): void {
  execution.runtime.beginExpression();
  execution.runtime.step();
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return Array.from(value);
  if (value instanceof YaqlSet) return value.items;
  if (isDict(value)) return dictKeys(value as DictValue);
  throw new DslError('TypeError', `For goes over a list, a dict or a text, not ${toText(value)}.`);
}
