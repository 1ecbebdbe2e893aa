import { type PolicyError, policyError } from '../errors';
import {
  type Atom,
  type ChangeEvent,
  type Literal,
  MODALS,
  type Modal,
  type NamedArgument,
  type Place,
  type Rule,
  type Statement,
  type Term,
} from './ast';
import { type Token, tokens } from './tokens';

const NEGATIONS = new Set(['not', 'NOT', '!']);

/**
 * Reads a policy: rules, facts and events, one after another, each perhaps ended by `;` or `.`.
 *
 * @returns statements in their order
 * @throws PolicyError `syntax`, `bad_number` or `column_reference`, with the place
 */
export function parse(source: string): Statement[] {
  const reader = new Reader(tokens(source));
  const statements: Statement[] = [];
  while (!reader.isAtEnd()) statements.push(reader.statement());
  return statements;
}

/**
 * Reads one rule or fact.
 *
 * @throws PolicyError `syntax` when it is not exactly one
 */
export function parseRule(source: string): Rule {
  const [first, second] = parse(source);
  if (first?.kind !== 'rule' || second !== undefined)
    throw policyError('syntax', 'One rule or one atom is expected.', second?.place ?? first?.place ?? null);
  return first;
}

class Reader {
  private at = 0;

  constructor(private readonly all: readonly Token[]) {}

  isAtEnd(): boolean {
    return this.next().kind === 'end';
  }

  statement(): Statement {
    const statement = this.event() ?? this.rule();
    if (this.isMark(';') || this.isMark('.')) this.at += 1;
    return statement;
  }

  /** `insert[head :- body]`: only the arrow tells it from an atom in a modal, which has none inside its brackets. */
  private event(): ChangeEvent | null {
    const { text: change, place } = this.next();
    if ((change !== 'insert' && change !== 'delete') || this.next().kind !== 'name') return null;
    if (this.all[this.at + 1]?.text !== '[' || !this.hasArrowInBrackets()) return null;
    this.at += 2;
    const rule = this.rule();
    let policy: string | null = null;
    if (this.isMark(';') || this.isMark('.')) {
      this.at += 1;
      policy = this.expect('text', 'the name of a policy in quotes').text;
    }
    this.mark(']');
    return { kind: 'event', change, rule, policy, place };
  }

  private hasArrowInBrackets(): boolean {
    let depth = 0;
    for (const { kind, text } of this.all.slice(this.at + 2)) {
      if (kind !== 'mark') continue;
      if (text === '[') depth += 1;
      if (text === ']') depth -= 1;
      if (depth < 0) return false;
      if (text === ':-' && depth === 0) return true;
    }
    return false;
  }

  private rule(): Rule {
    const { place } = this.next();
    const heads = this.literals();
    const negated = heads.find((head) => head.negated);
    if (!this.isMark(':-')) {
      const [fact, other] = heads;
      if (negated) throw policyError('syntax', 'What holds without a condition cannot be negated.', negated.place);
      if (fact === undefined || other !== undefined) throw this.unexpected('“:-”');
      return { kind: 'rule', heads: [atomOf(fact)], body: [], place };
    }
    if (negated) throw policyError('syntax', 'The head of a rule cannot be negated.', negated.place);
    this.at += 1;
    return { kind: 'rule', heads: heads.map(atomOf), body: this.literals(), place };
  }

  private literals(): Literal[] {
    const found = [this.literal()];
    while (this.isMark(',')) {
      this.at += 1;
      found.push(this.literal());
    }
    return found;
  }

  private literal(): Literal {
    const token = this.next();
    const negated = token.kind !== 'text' && NEGATIONS.has(token.text);
    if (negated) this.at += 1;
    return { ...this.fact(), negated, place: token.place };
  }

  private fact(): Atom {
    const token = this.next();
    const modal = token.kind === 'name' ? MODALS.find((word) => word === token.text) : undefined;
    if (modal === undefined) return this.atom(null, token.place);
    this.at += 1;
    this.mark('[');
    const atom = this.atom(modal, token.place);
    this.mark(']');
    return atom;
  }

  private atom(modal: Modal | null, place: Place): Atom {
    const parts = [this.tableName()];
    while (this.isMark(':')) {
      this.at += 1;
      parts.push(this.tableName());
    }
    const [first, ...others] = parts as [string, ...string[]];
    let table = others.length === 0 ? first : others.join(':');
    if (this.isMark('+') || this.isMark('-')) {
      table += this.next().text;
      this.at += 1;
    }
    return { policy: others.length === 0 ? null : first, table, modal, ...this.parameters(), place };
  }

  private tableName(): string {
    const token = this.expect('name', 'the name of a table');
    if (NEGATIONS.has(token.text) || MODALS.some((word) => word === token.text))
      throw policyError('syntax', `“${token.text}” cannot be the name of a table.`, token.place);
    return token.text;
  }

  private parameters(): Pick<Atom, 'args' | 'named'> {
    const args: Term[] = [];
    const named: NamedArgument[] = [];
    if (!this.isMark('(')) return { args, named };
    this.at += 1;
    if (this.isMark(')')) {
      this.at += 1;
      return { args, named };
    }
    do {
      const { place } = this.next();
      const column = this.columnReference();
      if (column !== null) named.push(this.namedArgument(column, args, named, place));
      else if (named.length > 0)
        throw policyError('column_reference', 'An argument by position cannot follow one by column.', place);
      else args.push(this.term());
    } while (this.takeMark(','));
    this.mark(')');
    return { args, named };
  }

  private namedArgument(
    column: string | number,
    args: readonly Term[],
    named: readonly NamedArgument[],
    place: Place,
  ): NamedArgument {
    if (named.some((one) => one.column === column))
      throw policyError('column_reference', `Column ${column} is given more than once.`, place);
    if (typeof column === 'number' && column < args.length)
      throw policyError('column_reference', `Column ${column} is given by position already.`, place);
    return { column, term: this.term() };
  }

  /** `name=` or `0=`; null where an argument by position stands. */
  private columnReference(): string | number | null {
    const token = this.next();
    if (this.all[this.at + 1]?.text !== '=' || this.all[this.at + 1]?.kind !== 'mark') return null;
    const { value } = token;
    if (token.kind !== 'name' && typeof value !== 'bigint') return null;
    this.at += 2;
    return typeof value === 'bigint' ? Number(value) : token.text;
  }

  private term(): Term {
    const token = this.next();
    if (token.kind === 'text') {
      this.at += 1;
      return { kind: 'constant', value: token.text };
    }
    if (token.kind === 'number' && token.value !== undefined) {
      this.at += 1;
      return { kind: 'constant', value: token.value };
    }
    if (token.kind === 'mark' && token.text === '-')
      throw policyError('syntax', 'There are no negative numbers: subtract with minus(0, 1, x).', token.place);
    return { kind: 'variable', name: this.expect('name', 'a value or a variable').text };
  }

  private next(): Token {
    return this.all[Math.min(this.at, this.all.length - 1)] as Token;
  }

  private isMark(text: string): boolean {
    const token = this.next();
    return token.kind === 'mark' && token.text === text;
  }

  private takeMark(text: string): boolean {
    const is = this.isMark(text);
    if (is) this.at += 1;
    return is;
  }

  private mark(text: string): void {
    if (!this.takeMark(text)) throw this.unexpected(`“${text}”`);
  }

  private expect(kind: Token['kind'], what: string): Token {
    const token = this.next();
    if (token.kind !== kind) throw this.unexpected(what);
    this.at += 1;
    return token;
  }

  private unexpected(wanted: string): PolicyError {
    const token = this.next();
    const message =
      token.kind === 'end'
        ? `Here ${wanted} is expected, and the text ends.`
        : `Here ${wanted} is expected instead of “${token.text}”.`;
    return policyError('syntax', message, token.place);
  }
}

function atomOf({ negated: _, ...atom }: Literal): Atom {
  return atom;
}
