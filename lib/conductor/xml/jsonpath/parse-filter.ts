import {
  type Arithmetic,
  type Comparison,
  FILTER_FUNCTIONS,
  type Filter,
  type FilterFunction,
  type QueryMode,
  QuerySyntaxError,
} from './syntax';
import { readTokens, type Token } from './tokens';

const CONSTANTS = new Map<string, Filter>([
  ['None', { kind: 'value', value: null }],
  ['True', { kind: 'value', value: true }],
  ['False', { kind: 'value', value: false }],
]);
const DEEPEST = 60;

/**
 * Parses the expression of a filter that starts at `start` of the query's text, up to its closing
 * parenthesis. Grammar, loosest first: `a if b else c`, `or`/`||`, `and`/`&&`, `not`, comparisons
 * (chained as in Python, `in`, `not in`, `is`, `is not`), `+ -`, `* / // %`, unary `-`, `**`, then
 * `@.a.b`, `x[k]`, calls, literals, tuples. Throws QuerySyntaxError.
 */
export function parseFilter(text: string, start: number, mode: QueryMode): { filter: Filter; end: number } {
  const { tokens, end } = readTokens(text, start);
  const parser = new FilterParser(tokens, mode);
  const filter = parser.expression();
  parser.finish();
  return { filter, end };
}

class FilterParser {
  private next = 0;
  private depth = 0;

  constructor(
    private readonly tokens: Token[],
    private readonly mode: QueryMode,
  ) {}

  finish(): void {
    if (this.token().kind !== 'end') this.unexpected();
  }

  expression(): Filter {
    if (++this.depth > DEEPEST) throw new QuerySyntaxError('the filter is nested too deeply', this.token().at);
    const value = this.or();
    let result = value;
    if (this.word('if')) {
      const condition = this.or();
      if (!this.word('else')) this.unexpected('"else"');
      result = { kind: 'choose', condition, yes: value, no: this.expression() };
    }
    this.depth--;
    return result;
  }

  private or(): Filter {
    let left = this.and();
    while (this.word('or') || this.sign('||')) left = { kind: 'or', left, right: this.and() };
    return left;
  }

  private and(): Filter {
    let left = this.not();
    while (this.word('and') || this.sign('&&')) left = { kind: 'and', left, right: this.not() };
    return left;
  }

  private not(): Filter {
    if (!this.word('not')) return this.comparison();
    if (++this.depth > DEEPEST) this.unexpected();
    const of = this.not();
    this.depth--;
    return { kind: 'not', of };
  }

  private comparison(): Filter {
    const first = this.sum();
    const rest: { operator: Comparison; operand: Filter }[] = [];
    for (let operator = this.comparator(); operator; operator = this.comparator()) {
      rest.push({ operator, operand: this.sum() });
    }
    return rest.length === 0 ? first : { kind: 'compare', first, rest };
  }

  private comparator(): Comparison | null {
    for (const sign of ['==', '!=', '<=', '>=', '<', '>'] as const) if (this.sign(sign)) return sign;
    if (this.word('in')) return 'in';
    if (this.word('is')) return this.word('not') ? 'is not' : 'is';
    const after = this.tokens[this.next + 1];
    if (this.isWord('not') && after?.kind === 'word' && after.text === 'in') {
      this.next += 2;
      return 'not in';
    }
    return null;
  }

  private sum(): Filter {
    return this.chain(['+', '-'], () => this.product());
  }

  private product(): Filter {
    return this.chain(['*', '/', '//', '%'], () => this.unary());
  }

  private chain(operators: readonly Arithmetic[], operand: () => Filter): Filter {
    let left = operand();
    for (;;) {
      const operator = operators.find((candidate) => this.sign(candidate));
      if (!operator) return left;
      left = { kind: 'arithmetic', operator, left, right: operand() };
    }
  }

  private unary(): Filter {
    if (++this.depth > DEEPEST) this.unexpected();
    try {
      if (this.sign('-')) return { kind: 'negate', of: this.unary() };
      if (this.sign('+')) return this.unary();
      if (this.isSign('!')) return this.negation();
      const base = this.postfix();
      return this.sign('**') ? { kind: 'arithmetic', operator: '**', left: base, right: this.unary() } : base;
    } finally {
      this.depth--;
    }
  }

  private negation(): Filter {
    const { at } = this.token();
    this.next++;
    if (this.mode === 'match') throw new QuerySyntaxError('write "not" instead of "!"', at);
    const of = this.unary();
    const single = of.kind === 'attribute' && of.of.kind === 'current' && of.names.length === 1;
    return single ? { kind: 'absent', name: of.names[0] as string } : { kind: 'not', of };
  }

  private postfix(): Filter {
    let value = this.atom();
    for (;;) {
      if (this.sign('[')) {
        const key = this.expression();
        this.expect(']');
        value = { kind: 'index', of: value, key };
      } else if (this.sign('.')) {
        const name = this.token();
        if (name.kind !== 'word') this.unexpected('a name');
        this.next++;
        const names = value.kind === 'attribute' ? [...value.names, name.text] : [name.text];
        value = this.counted({ kind: 'attribute', of: value.kind === 'attribute' ? value.of : value, names });
      } else {
        return value;
      }
    }
  }

  /** In select-all, `@.a.length` counts what `@.a` holds. */
  private counted(value: Extract<Filter, { kind: 'attribute' }>): Filter {
    if (this.mode !== 'select' || value.names.at(-1) !== 'length') return value;
    const names = value.names.slice(0, -1);
    const of: Filter = names.length === 0 ? value.of : { kind: 'attribute', of: value.of, names };
    return { kind: 'call', name: 'len', arguments: [of] };
  }

  private atom(): Filter {
    const token = this.token();
    this.next++;
    switch (token.kind) {
      case 'number':
        return { kind: 'value', value: token.value };
      case 'hole':
        return { kind: 'hole', hole: token.hole };
      case 'text':
        return this.texts(token.parts);
      case 'word':
        return CONSTANTS.get(token.text) ?? this.call(token.text, token.at);
      case 'sign':
        if (token.text === '@') return { kind: 'current' };
        if (token.text === '(') return this.parenthesis();
        if (token.text === '[') return { kind: 'tuple', items: this.items(']') };
    }
    this.next--;
    this.unexpected();
  }

  private texts(parts: Extract<Filter, { kind: 'text' }>['parts']): Filter {
    let all = parts;
    for (let token = this.token(); token.kind === 'text'; token = this.token()) {
      all = [...all, ...token.parts];
      this.next++;
    }
    const literal = all.every((part) => typeof part === 'string');
    return literal ? { kind: 'value', value: all.join('') } : { kind: 'text', parts: all };
  }

  private call(name: string, at: number): Filter {
    const known = FILTER_FUNCTIONS.find((candidate) => candidate === name);
    if (known && this.sign('(')) {
      return { kind: 'call', name: known satisfies FilterFunction, arguments: this.items(')') };
    }
    throw new QuerySyntaxError(`the name "${name}" is not known; texts stand in quotes`, at);
  }

  private parenthesis(): Filter {
    if (this.sign(')')) return { kind: 'tuple', items: [] };
    const first = this.expression();
    if (this.sign(')')) return first;
    if (!this.sign(',')) this.unexpected('")"');
    return { kind: 'tuple', items: [first, ...this.items(')')] };
  }

  /** comma-separated expressions up to `close`; a last comma may stand */
  private items(close: ')' | ']'): Filter[] {
    const items: Filter[] = [];
    while (!this.sign(close)) {
      items.push(this.expression());
      if (!this.sign(',')) {
        this.expect(close);
        break;
      }
    }
    return items;
  }

  private token(): Token {
    return this.tokens[this.next] ?? (this.tokens.at(-1) as Token);
  }

  private isSign(text: string): boolean {
    const token = this.token();
    return token.kind === 'sign' && token.text === text;
  }

  private sign(text: string): boolean {
    const found = this.isSign(text);
    if (found) this.next++;
    return found;
  }

  private isWord(text: string): boolean {
    const token = this.token();
    return token.kind === 'word' && token.text === text;
  }

  private word(text: string): boolean {
    const found = this.isWord(text);
    if (found) this.next++;
    return found;
  }

  private expect(text: string): void {
    if (!this.sign(text)) this.unexpected(`"${text}"`);
  }

  private unexpected(wanted?: string): never {
    const token = this.token();
    const found =
      token.kind === 'end' ? 'the end of the filter' : token.kind === 'hole' ? 'a value' : `"${shown(token)}"`;
    throw new QuerySyntaxError(
      wanted ? `${wanted} is missing before ${found}` : `${found} is not expected here`,
      token.at,
    );
  }
}

function shown(token: Token): string {
  if (token.kind === 'text') return token.parts.map((part) => (typeof part === 'string' ? part : '…')).join('');
  return token.kind === 'number' ? String(token.value) : 'text' in token ? token.text : '';
}
