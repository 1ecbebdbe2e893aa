import { builtinOf } from '../builtins';
import { type Literal, variablesOf } from '../syntax/ast';

/** How much rarer rows become with each column that is known. */
const SELECTIVITY = 50;

/**
 * The body of a rule in an order that looks at few rows: what only tests comes as soon as it can, and of the tables that
 * are left the one from which fewest rows are to be expected. What holds does not depend on the order.
 *
 * @param body in an order that is safe
 * @param sizeOf how many rows a table has
 */
export function joinOrder(body: readonly Literal[], sizeOf: (literal: Literal) => number): readonly Literal[] {
  if (body.length < 2) return body;
  const bound = new Set<string>();
  const left = [...body];
  const ordered: Literal[] = [];
  const isTest = (literal: Literal) => literal.negated || builtinOf(literal) !== null || isConstant(literal);
  while (left.length > 0) {
    const next = nextOf(left);
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
    for (const name of variablesOf(next)) bound.add(name);
  }
  return ordered;

  function nextOf(candidates: readonly Literal[]): Literal {
    const tests = candidates.filter(isTest);
    const ready = tests.find((literal) => neededBy(literal).every((name) => bound.has(name)));
    if (ready) return ready;
    let best = candidates.find((literal) => !isTest(literal)) ?? (candidates[0] as Literal);
    let fewest = Number.POSITIVE_INFINITY;
    for (const literal of candidates) {
      if (isTest(literal)) continue;
      const known = literal.args.filter((term) => term.kind === 'constant' || bound.has(term.name)).length;
      const expected = known === literal.args.length ? 0 : sizeOf(literal) / SELECTIVITY ** known;
      if (expected < fewest) [best, fewest] = [literal, expected];
    }
    return best;
  }
}

/** Variables that must be bound before a test can be made. */
function neededBy(literal: Literal): string[] {
  const builtin = builtinOf(literal);
  if (literal.negated || builtin === null) return variablesOf(literal);
  return variablesOf({ args: literal.args.slice(0, builtin.inputs), named: [] });
}

/** Whether a literal is `true` or `false`. */
export function isConstant({ table, policy, args }: Literal): boolean {
  return (table === 'true' || table === 'false') && policy === null && args.length === 0;
}
