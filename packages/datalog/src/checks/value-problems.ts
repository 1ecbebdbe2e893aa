import { builtinOf, compute } from '../builtins';
import type { PolicyProblem } from '../errors';
import type { Atom, Literal, Rule, Term, Value } from '../syntax/ast';
import { printAtom, printLiteral } from '../syntax/print';

/** The only values that columns of a table ever have; null where they may have any. */
export type ColumnValues = (atom: Atom) => readonly (readonly Value[] | null)[];

/** What a computed table is tried with where a variable may have any value: one of each form that some of them read. */
const SAMPLES: readonly Value[] = [1n, 'x', '1', '2026-01-01 12:00:00', '10.0.0.1', '10.0.0.0/8'];
/** A rule does not read the clock before it is asked. */
const CONTEXT = { now: '2026-01-01 12:00:00' };

/**
 * Conditions that never hold, whatever a model is: comparisons of constants, of a variable with itself or with what its
 * column never has, texts that are no address or date where one is read, and a condition beside its own negation.
 *
 * @param rule with all its arguments by position
 * @param written the same as its author wrote it
 */
export function valueProblems(rule: Rule, written: Rule, valuesOf: ColumnValues): PolicyProblem[] {
  const left = new Map<string, readonly Value[]>();
  const found: PolicyProblem[] = [];
  const isOut = new Set<number>();
  const refuse = (at: number, reason: string) => {
    const literal = written.body[at] as Literal;
    if (isOut.has(at)) return;
    isOut.add(at);
    const message = `${reason}, so this never holds: ${printLiteral(literal)}.`;
    found.push({ kind: 'argument_kind', message, place: literal.place });
  };
  rule.body.forEach((literal, at) => {
    if (literal.negated || builtinOf(literal)) return;
    const columns = valuesOf(literal);
    literal.args.forEach((term, column) => {
      const values = columns[column];
      if (values && term.kind === 'variable' && narrow(left, term.name, values).length === 0)
        refuse(at, `“${term.name}” has values of another column`);
    });
  });
  const positive = new Set(rule.body.filter(({ negated }) => !negated).map(printAtom));
  rule.body.forEach((literal, at) => {
    if (literal.negated && positive.has(printAtom(literal))) refuse(at, 'The same is a condition of this rule');
  });
  // equations first: they say what the other comparisons are about
  const order = [...rule.body.keys()].sort(
    (a, b) => Number(isEquation(rule.body[b])) - Number(isEquation(rule.body[a])),
  );
  for (const at of order) {
    const reason = computedProblem(rule.body[at] as Literal, left);
    if (reason !== null) refuse(at, reason);
  }
  return found;
}

const isEquation = (literal: Literal | undefined) => literal?.table === 'equal' && !literal.negated;

/** Leaves of the values of a variable those that are among `values`. */
function narrow(left: Map<string, readonly Value[]>, name: string, values: readonly Value[]): readonly Value[] {
  const before = left.get(name);
  const now = before ? before.filter((value) => values.includes(value)) : values;
  left.set(name, now);
  return now;
}

/** Why a computed condition never holds; narrows what is left of its variable. Null where it may hold. */
function computedProblem(literal: Literal, left: Map<string, readonly Value[]>): string | null {
  const builtin = builtinOf(literal);
  if (builtin === null) return null;
  if (builtin.usesClock) return unreadable(literal);
  const inputs = literal.args.slice(0, builtin.inputs);
  const names = [...new Set(inputs.flatMap((term) => (term.kind === 'variable' ? [term.name] : [])))];
  const holds = (values: ReadonlyMap<string, Value>) => holdsWith(literal, values);
  const [name] = names;
  if (name === undefined) return holds(new Map()) ? null : 'The values say no';
  if (names.length > 1) return null;
  const known = left.get(name) ?? equated(literal, name);
  if (known) {
    const now = known.filter((value) => holds(new Map([[name, value]])));
    left.set(name, now);
    return now.length === 0 ? `“${name}” is always ${among(known)}` : null;
  }
  const isAlone = inputs.length > 1 && inputs.every((term) => term.kind === 'variable');
  if (isAlone && SAMPLES.every((value) => !holds(new Map([[name, value]])))) return `“${name}” stands on both sides`;
  return unreadable(literal);
}

/** The constant that an equation gives a variable. */
function equated(literal: Literal, name: string): readonly Value[] | null {
  if (!isEquation(literal)) return null;
  const constants = literal.args.flatMap((term) => (term.kind === 'constant' ? [term.value] : []));
  const isOfName = literal.args.some((term) => term.kind === 'variable' && term.name === name);
  return constants.length === 1 && isOfName ? constants : null;
}

function holdsWith(literal: Literal, values: ReadonlyMap<string, Value>): boolean {
  const builtin = builtinOf(literal);
  if (builtin === null) return true;
  const given = (term: Term) => (term.kind === 'constant' ? term.value : values.get(term.name));
  const inputs = literal.args.slice(0, builtin.inputs).map((term) => given(term) as Value);
  const outputs = compute(builtin, inputs, CONTEXT);
  const isSo =
    outputs?.every((value, at) => {
      const expected = given(literal.args[builtin.inputs + at] as Term);
      return expected === undefined || expected === value;
    }) ?? false;
  // an output that something else decides may be another one
  const isOpen = literal.args.slice(builtin.inputs).some((term) => given(term) === undefined);
  return literal.negated ? !isSo || isOpen : isSo;
}

/** Why a constant that stands for an address, a network or a date is none; null where it may be one. */
function unreadable(literal: Literal): string | null {
  const builtin = builtinOf(literal);
  if (builtin === null || literal.negated) return null;
  const inputs = literal.args.slice(0, builtin.inputs);
  for (const [at, term] of inputs.entries()) {
    if (term.kind !== 'constant' || typeof term.value !== 'string') continue;
    const isRead = SAMPLES.some((sample) => {
      try {
        builtin.compute(
          inputs.map((_, other) => (other === at ? term.value : sample)),
          CONTEXT,
        );
        return true;
      } catch {
        return false;
      }
    });
    if (!isRead) return `"${term.value}" is no ${builtin.parameters[at] ?? 'value'} that “${literal.table}” can read`;
  }
  return null;
}

function among(values: readonly Value[]): string {
  const [first] = values;
  const last = values.at(-1);
  if (values.length > 1 && typeof first === 'bigint') return `from ${first} to ${last}`;
  return values.map((value) => (typeof value === 'string' ? `"${value}"` : `${value}`)).join(' or ') || 'nothing';
}
