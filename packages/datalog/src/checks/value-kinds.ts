import { builtinOf } from '../builtins';
import { inputRuleOf, outputKindOf, type ValueKind } from '../builtins/kinds';
import type { PolicyProblem } from '../errors';
import type { Atom, Literal, Rule, Term, Value } from '../syntax/ast';
import { printAtom } from '../syntax/print';

/** What the columns of tables hold, as far as that is known: null is anything. */
export type ColumnKinds = (atom: Atom) => readonly (ValueKind | null)[];

const WORDS: Record<ValueKind, string> = { text: 'a text', whole: 'a whole number', floating: 'a floating number' };

/**
 * Conditions of a rule that can never hold, or hold always, because values of different kinds meet: a text is compared with
 * a number, or stands where a table has numbers.
 *
 * @param rule with all its arguments by position
 * @param written the same as its author wrote it
 */
export function kindProblems(rule: Rule, written: Rule, columns: ColumnKinds): PolicyProblem[] {
  const known = variableKinds(rule, columns);
  const meetings = rule.body.flatMap((literal, at) =>
    builtinOf(literal) === null
      ? meetingProblems(literal, written.body[at] ?? literal, { kinds: columns(literal), known })
      : [],
  );
  const computed = rule.body.filter((literal) => builtinOf(literal) !== null);
  return [...meetings, ...computed.flatMap((literal) => inputProblems(literal, known))];
}

/** The kinds of what a rule says in the columns of its head. */
export function headKinds(rule: Rule, columns: ColumnKinds): (ValueKind | null)[] {
  const known = variableKinds(rule, columns);
  return (rule.heads[0]?.args ?? []).map((term) => kindOf(term, known));
}

type Kinds = Map<string, ValueKind>;

function variableKinds({ body }: Rule, columns: ColumnKinds): Kinds {
  const known: Kinds = new Map();
  for (const literal of body) {
    if (literal.negated || builtinOf(literal)) continue;
    const kinds = columns(literal);
    literal.args.forEach((term, at) => {
      const kind = kinds[at] ?? null;
      if (term.kind === 'variable' && kind !== null && !known.has(term.name)) known.set(term.name, kind);
    });
  }
  // what is computed of something that is computed itself becomes known in a later round
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    for (const literal of body) learnOutputs(literal, known);
  }
  return known;
}

function learnOutputs(literal: Literal, known: Kinds): void {
  const builtin = builtinOf(literal);
  if (builtin === null) return;
  const inputs = literal.args.slice(0, builtin.inputs).map((term) => kindOf(term, known));
  const kind = outputKindOf(literal.table, inputs);
  for (const term of literal.args.slice(builtin.inputs))
    if (kind !== null && term.kind === 'variable' && !known.has(term.name)) known.set(term.name, kind);
}

function meetingProblems(
  literal: Literal,
  written: Literal,
  { kinds, known }: { kinds: readonly (ValueKind | null)[]; known: ReadonlyMap<string, ValueKind> },
): PolicyProblem[] {
  return literal.args.flatMap((term, at): PolicyProblem[] => {
    const [column, given] = [kinds[at] ?? null, kindOf(term, known)];
    if (column === null || given === null || column === given) return [];
    const message = `${shown(term)} is ${WORDS[given]}, and here stands ${WORDS[column]}, so the two never meet: ${printAtom(written)}.`;
    return [{ kind: 'argument_kind', message: withAdvice(message, [column, given]), place: literal.place }];
  });
}

function inputProblems(literal: Literal, known: ReadonlyMap<string, ValueKind>): PolicyProblem[] {
  const builtin = builtinOf(literal);
  if (builtin === null) return [];
  const inputs = literal.args.slice(0, builtin.inputs);
  const kinds = inputs.map((term) => kindOf(term, known));
  const problem = (message: string): PolicyProblem[] => [{ kind: 'argument_kind', message, place: literal.place }];
  const rule = inputRuleOf(literal.table);
  const text = kinds.indexOf('text');
  const number = kinds.findIndex((kind) => kind === 'whole' || kind === 'floating');
  const [asText, asNumber] = [inputs[text], inputs[number]];
  if (rule === 'alike' && asText && asNumber)
    return problem(
      `${shown(asText)} is a text and ${shown(asNumber)} a number, so this never holds; int(text, n) makes a number of a text: ${printAtom(literal)}.`,
    );
  if (rule === 'numbers' && asText)
    return problem(
      `“${literal.table}” takes numbers, and ${shown(asText)} is a text; int(text, n) makes a number of it: ${printAtom(literal)}.`,
    );
  if (rule === 'texts' && asNumber)
    return problem(`“${literal.table}” takes texts, and ${shown(asNumber)} is a number: ${printAtom(literal)}.`);
  return [];
}

function withAdvice(message: string, kinds: readonly ValueKind[]): string {
  return kinds.includes('text') ? `${message} Write int(text, n) to make a number of a text.` : message;
}

function kindOf(term: Term, known: ReadonlyMap<string, ValueKind>): ValueKind | null {
  return term.kind === 'variable' ? (known.get(term.name) ?? null) : valueKind(term.value);
}

function valueKind(value: Value): ValueKind {
  if (typeof value === 'string') return 'text';
  return typeof value === 'bigint' ? 'whole' : 'floating';
}

function shown(term: Term): string {
  if (term.kind === 'variable') return `“${term.name}”`;
  return typeof term.value === 'string' ? `"${term.value}"` : `${term.value}`;
}
