import { builtinOf } from '../builtins';
import type { PolicyProblem } from '../errors';
import { type Literal, type Rule, variablesOf } from '../syntax/ast';
import { printLiteral, printRule } from '../syntax/print';

/** The body of a rule in an order that can be evaluated from left to right, or what nothing can bind. */
export type Reordered = { body: Literal[]; unsafe: [] } | { body: null; unsafe: Literal[] };

/**
 * Puts builtins and negated literals behind what binds their variables. As little as possible is moved: a body that
 * can be evaluated stays as it is. (Congress' `reorder_for_safety`.)
 */
export function reorder(body: readonly Literal[]): Reordered {
  const bound = new Set<string>();
  const ordered: Literal[] = [];
  let waiting: Literal[] = [];
  const place = (literal: Literal) => {
    for (const name of variablesOf(literal)) bound.add(name);
    ordered.push(literal);
  };
  const isReady = (literal: Literal) => needs(literal).every((name) => bound.has(name));
  for (const literal of body) {
    if (!isReady(literal)) {
      waiting.push(literal);
      continue;
    }
    place(literal);
    for (let ready = waiting.find(isReady); ready !== undefined; ready = waiting.find(isReady)) {
      const next = ready;
      waiting = waiting.filter((one) => one !== next);
      place(next);
    }
  }
  return waiting.length === 0 ? { body: ordered, unsafe: [] } : { body: null, unsafe: waiting };
}

/** Variables that something else must bind before a literal can be evaluated. */
function needs(literal: Literal): string[] {
  if (literal.negated) return variablesOf(literal);
  const builtin = builtinOf(literal);
  return builtin === null ? [] : variablesOf({ args: literal.args.slice(0, builtin.inputs), named: [] });
}

/**
 * What nothing in the body of a rule binds, as one problem.
 *
 * @param written the rule as its author wrote it: columns that are not named there have variables that nobody knows
 */
export function bodyProblems(rule: Rule, written: Rule): PolicyProblem[] {
  const { unsafe } = reorder(rule.body);
  const [first] = unsafe;
  if (first === undefined) return [];
  const literals = unsafe.map((one) => `“${printLiteral(written.body[rule.body.indexOf(one)] ?? one)}”`).join(' and ');
  return [
    {
      kind: 'body_safety',
      message: `Nothing gives ${literals} its values; what is negated or computed needs variables that a table of the body has: ${printRule(written)}.`,
      place: first.place,
    },
  ];
}
