import { builtinOf } from '../builtins';
import { type PolicyProblem, type PolicyProblemKind, throwProblems } from '../errors';
import { type Atom, type Literal, type Rule, type Term, variablesOf } from '../syntax/ast';
import { printAtom } from '../syntax/print';
import type { Schemas } from './schemas';

/**
 * A rule with all its arguments by position, as the columns of its tables say: what is not given is a variable of its
 * own, so that `flavors(name=x)` and `flavors(1)` can be written for a table of four columns. Tables whose columns
 * nobody knows yet stay as they are.
 *
 * @param target the policy that the rule stands in: tables without a policy are its own
 * @throws PolicyError `column_reference`, `arity`, `unknown_table`
 */
export function expandColumns(rule: Rule, schemas: Schemas, target: string | null): Rule {
  const fresh = freshVariables(rule);
  const problems: PolicyProblem[] = [];
  const expand = <T extends Atom>(atom: T): T => {
    const expanded = expandAtom(atom, schemas, target, fresh);
    if (!Array.isArray(expanded)) return { ...atom, args: expanded.args, named: expanded.named };
    problems.push(...expanded);
    return atom;
  };
  // a table of another policy in a head says what an action changes there: its columns are known there
  const expandedRule: Rule = {
    ...rule,
    heads: rule.heads.map((head) => (head.modal === null ? expand(head) : head)),
    body: rule.body.map((literal): Literal => (builtinOf(literal) === null ? expand(literal) : literal)),
  };
  throwProblems(problems);
  return expandedRule;
}

type Arguments = Pick<Atom, 'args' | 'named'>;

function expandAtom(
  atom: Atom,
  schemas: Schemas,
  target: string | null,
  fresh: () => Term,
): Arguments | PolicyProblem[] {
  const policy = atom.policy ?? target;
  const schema = policy === null ? undefined : schemas.get(policy);
  const table = withoutSign(atom.table);
  const columns = schema?.columns.get(table);
  const problem = (kind: PolicyProblemKind, message: string): PolicyProblem[] => [{ kind, message, place: atom.place }];
  if (columns === undefined) {
    if (schema?.complete) return problem('unknown_table', `“${policy}” has no table “${table}”: ${printAtom(atom)}.`);
    // what is no source of data has no names for its columns; a policy that is not there yet may turn out to be one
    if (atom.named.length > 0 && schema !== undefined && !schema.isSource)
      return problem(
        'column_reference',
        `“${policy}” is no source of data, so its columns have no names: ${printAtom(atom)}.`,
      );
    return atom;
  }
  if (atom.named.length > 0 && schema !== undefined && !schema.isSource)
    return problem(
      'column_reference',
      `“${policy}” is no source of data, so its columns have no names: ${printAtom(atom)}.`,
    );
  if (atom.args.length > columns.length)
    return problem(
      'arity',
      `“${table}” has ${columns.length} columns, ${atom.args.length} are given: ${printAtom(atom)}.`,
    );
  const placed = new Map<number, Term>(atom.args.map((term, at) => [at, term]));
  for (const { column, term } of atom.named) {
    const at = typeof column === 'number' ? column : columns.indexOf(column);
    if (at < 0 || at >= columns.length)
      return problem(
        'column_reference',
        `“${table}” has no column ${column}; it has ${columns.join(', ')}: ${printAtom(atom)}.`,
      );
    if (placed.has(at))
      return problem('column_reference', `Column ${columns[at]} of “${table}” is given twice: ${printAtom(atom)}.`);
    placed.set(at, term);
  }
  return { args: columns.map((_, at) => placed.get(at) ?? fresh()), named: [] };
}

/** The table that an update is of: `p+` and `p-` change `p`. */
export function withoutSign(table: string): string {
  return table.endsWith('+') || table.endsWith('-') ? table.slice(0, -1) : table;
}

/** Makes variables that the rule has none of. */
function freshVariables(rule: Rule): () => Term {
  const taken = new Set([...rule.heads, ...rule.body].flatMap(variablesOf));
  let next = 0;
  return () => {
    let name = `_${next++}`;
    while (taken.has(name)) name = `_${next++}`;
    return { kind: 'variable', name };
  };
}
