import type { FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import type { Lambda, LazyRule } from '../engine/lambda';
import { lazy } from '../values/iterator';
import { isTrue } from '../values/truth';

/** yaql.standard_library.branching. */
export const BRANCHING: readonly FunctionDefinition[] = [
  define('selectCase', 'function', '*args:lambda', (_context, ...cases: Lambda[]) => {
    const found = cases.findIndex((holds) => isTrue(holds.run()));
    return found < 0 ? cases.length : found;
  }),
  define('switchCase', 'method', 'case:int, *args:lambda', (_context, index: number | bigint, ...cases: Lambda[]) => {
    const chosen = index >= 0 && index < cases.length ? cases[Number(index)] : cases.at(-1);
    return chosen ? chosen.run() : null;
  }),
  define('selectAllCases', 'function', '*args:lambda', (_context, ...cases: Lambda[]) => lazy(holding(cases))),
  define('examine', 'function', '*args:lambda', (_context, ...cases: Lambda[]) => lazy(examined(cases))),
  define('coalesce', 'function', '*args:lambda', (_context, ...choices: Lambda[]) => {
    for (const choice of choices) {
      const value = choice.run();
      if (value !== null) return value;
    }
    return null;
  }),
];

/** `switch(condition => value, …)`: the value of the first condition that holds. */
export const SWITCH: FunctionDefinition = define(
  'switch',
  'function',
  '*args:rule',
  (_context, ...rules: LazyRule[]) => {
    for (const rule of rules) {
      if (isTrue(rule.source())) return rule.destination();
    }
    return null;
  },
  { noKeywords: true },
);

function* holding(cases: readonly Lambda[]): Generator<number> {
  for (const [index, holds] of cases.entries()) {
    if (isTrue(holds.run())) yield index;
  }
}

function* examined(cases: readonly Lambda[]): Generator<boolean> {
  for (const holds of cases) yield isTrue(holds.run());
}
