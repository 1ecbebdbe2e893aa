import type { Atom, Literal, NamedArgument, Rule, Statement, Term, Value } from './ast';

/** A statement as text that {@link parse} reads again. */
export function print(statement: Statement): string {
  if (statement.kind === 'rule') return printRule(statement);
  const policy = statement.policy === null ? '' : ` for ${statement.policy}`;
  return `${statement.change}[${printRule(statement.rule)}]${policy}`;
}

/** `head :- body`; a fact is its head alone. */
export function printRule({ heads, body }: Pick<Rule, 'heads' | 'body'>): string {
  const head = heads.map(printAtom).join(', ');
  return body.length === 0 ? head : `${head} :- ${body.map(printLiteral).join(', ')}`;
}

/** A literal as rules write it. */
export function printLiteral(literal: Literal): string {
  return literal.negated ? `not ${printAtom(literal)}` : printAtom(literal);
}

/** An atom as rules write it: `policy:table(arguments)`, with its modal around it. */
export function printAtom({ policy, table, modal, args, named }: Atom): string {
  const all = [...args.map(printTerm), ...named.map(printNamed)];
  const atom = `${policy === null ? '' : `${policy}:`}${table}(${all.join(', ')})`;
  return modal === null ? atom : `${modal}[${atom}]`;
}

function printNamed({ column, term }: NamedArgument): string {
  return `${column}=${printTerm(term)}`;
}

function printTerm(term: Term): string {
  return term.kind === 'variable' ? term.name : printValue(term.value);
}

/** A value as the language writes it; a text that holds double quotes stands in single ones. */
export function printValue(value: Value): string {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : `${value}`;
  return value.includes('"') && !value.includes("'") ? `'${value}'` : `"${value}"`;
}
