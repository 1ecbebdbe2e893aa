import { YaqlError } from '../errors';
import type { ArgumentNode, Node, RuleNode, SkipNode, Span } from './ast';
import { Lexer, type Token } from './lexer';
import type { Operators } from './operators';

/** What the parser must know beside the text. */
export interface Grammar {
  readonly operators: Operators;
  /** whether `$f(x)` may call a value */
  readonly delegates: boolean;
  /** how deep values may stand in one another; 500 when not given */
  readonly maxDepth?: number;
  /** how many UTF-16 units an expression may have; 1,000,000 when not given */
  readonly maxLength?: number;
}

/**
 * Parses one expression. Grammar: yaql.language.parser,
 * an operator table over calls, indexes, lists, maps and argument lists; strengths decide every ambiguity, and
 * a call of a value, `x(…)`, binds weakest of all.
 *
 * @throws `YaqlLexicalException`, `UnicodeDecodeError` or `YaqlGrammarException` with the place of the first mistake,
 *   and `DepthExceededException` for an expression that is nested too deep or too long
 */
export function parse(text: string, grammar: Grammar): Node {
  if (text.length > (grammar.maxLength ?? 1_000_000)) {
    throw new YaqlError('DepthExceededException', `The expression is longer than ${grammar.maxLength ?? 1_000_000}.`);
  }
  try {
    return new Parser(text, grammar).whole();
  } catch (error) {
    if (error instanceof YaqlError) error.expression = text;
    throw error;
  }
}

class Parser {
  private readonly lexer: Lexer;
  /** those read so far */
  private readonly tokens: Token[] = [];
  private at = 0;
  /** how deep the tree is under the node that was finished last: long chains are deep as well */
  private height = 0;
  private readonly maxDepth: number;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly grammar: Grammar,
  ) {
    this.lexer = new Lexer(text, grammar.operators);
    this.maxDepth = grammar.maxDepth ?? 500;
  }

  whole(): Node {
    const node = this.value(0);
    if (this.peek().kind !== 'end') throw this.unexpected(this.peek());
    return node;
  }

  /** A value whose operators bind at least as tight as `power`. */
  private value(power: number): Node {
    this.enter();
    let node = this.operand();
    for (let next = this.extend(node, power); next; next = this.extend(node, power)) node = next;
    this.depth--;
    return node;
  }

  /** The node made longer by what follows, or undefined when that binds too weakly or ends it. */
  private extend(node: Node, power: number): Node | undefined {
    const token = this.peek();
    if (token.kind === 'operator') return this.operation(node, token, power);
    if (token.kind !== 'punctuation') return undefined;
    if (token.text === '[') {
      const index = this.grammar.operators.binary.get('[]');
      if (!index || index.power < power) return undefined;
      const height = this.height;
      this.at++;
      const args = this.args(']');
      return this.grown({ kind: 'index', target: node, args, span: this.since(node.span.start) }, height);
    }
    if (token.text === '(' && this.grammar.delegates && power <= 0) {
      const height = this.height;
      this.at++;
      const args = this.args(')');
      return this.grown({ kind: 'invoke', target: node, args, span: this.since(node.span.start) }, height);
    }
    return undefined;
  }

  private operation(left: Node, token: Token, power: number): Node | undefined {
    const suffix = this.grammar.operators.unary.get(token.text);
    if (suffix?.suffix && suffix.power >= power && !this.startsValue(this.ahead(1))) {
      this.at++;
      const span = this.since(left.span.start);
      return this.grown({ kind: 'unary', operator: token.text, suffix: true, operand: left, span });
    }
    const binary = this.grammar.operators.binary.get(token.text);
    if (!binary || binary.power < power) return undefined;
    this.at++;
    const height = this.height;
    const right = this.value(binary.right ? binary.power : binary.power + 1);
    const span = { start: left.span.start, end: right.span.end };
    return this.grown({ kind: 'binary', operator: token.text, left, right, span }, height);
  }

  private operand(): Node {
    const token = this.next();
    const span = { start: token.start, end: token.end };
    this.height = 0;
    switch (token.kind) {
      case 'constant':
        return { kind: 'constant', value: token.value, span };
      case 'keyword':
        return { kind: 'keyword', name: token.text, span };
      case 'variable':
        return { kind: 'variable', name: token.text, span };
      case 'function': {
        const args = this.args(')');
        return this.grown({ kind: 'call', name: token.text, args, span: this.since(token.start) });
      }
      case 'operator':
        return this.prefixed(token);
      case 'punctuation':
        return this.bracketed(token);
      default:
        throw this.unexpected(token);
    }
  }

  private prefixed(token: Token): Node {
    const prefix = this.grammar.operators.unary.get(token.text);
    if (!prefix || prefix.suffix) throw this.unexpected(token);
    // A binary operator of the same strength takes what the prefix has: `a::b::c` is `(a : :b) : :c`.
    const operand = this.value(prefix.power + 1);
    const span = { start: token.start, end: operand.span.end };
    return this.grown({ kind: 'unary', operator: token.text, suffix: false, operand, span });
  }

  private bracketed(token: Token): Node {
    const { binary } = this.grammar.operators;
    if (token.text === '(') {
      const inner = this.value(0);
      this.expect(')');
      return this.grown({ kind: 'group', inner, span: this.since(token.start) });
    }
    if (token.text === '[' && binary.has('[]')) {
      const items = this.args(']');
      return this.grown({ kind: 'list', items, span: this.since(token.start) });
    }
    if (token.text === '{' && binary.has('{}')) {
      const items = this.args('}');
      return this.grown({ kind: 'map', items, span: this.since(token.start) });
    }
    throw this.unexpected(token);
  }

  /** Arguments up to the closing bracket: values and gaps first, then rules `key => value`. */
  private args(close: string): ArgumentNode[] {
    const args: ArgumentNode[] = [];
    let height = 0;
    this.height = 0;
    if (this.takes(close)) return args;
    for (;;) {
      if (this.isAt(',')) args.push(this.gap());
      else {
        const value = this.value(0);
        const isRule = this.peek().kind === 'rule';
        if (isRule) this.refuseGaps(args);
        args.push(isRule ? this.rule(value) : value);
        height = Math.max(height, this.height);
        if (isRule) height = this.rules(args, close, height);
        this.height = height;
        if (isRule || this.takes(close)) return args;
        this.expect(',');
      }
    }
  }

  /** Nothing where a value may stand; the comma after it is taken. A gap cannot be the last argument. */
  private gap(): SkipNode {
    const comma = this.next();
    const after = this.peek();
    if (after.kind === 'punctuation' && /^[)\]}]$/.test(after.text)) throw this.unexpected(after);
    return { kind: 'skip', span: { start: comma.start, end: comma.start } };
  }

  /** Before the first rule one gap may stand, after a value. */
  private refuseGaps(before: readonly ArgumentNode[]): void {
    if (before.at(-1)?.kind !== 'skip') return;
    if (before.length === 1 || before.at(-2)?.kind === 'skip') throw this.unexpected(this.peek());
  }

  private rule(source: Node): RuleNode {
    this.at++;
    const height = this.height;
    const destination = this.value(0);
    const span = { start: source.span.start, end: destination.span.end };
    return this.grown({ kind: 'rule', source, destination, span }, height);
  }

  /** The rules after the first; answers how high the highest of all arguments is. */
  private rules(args: ArgumentNode[], close: string, before: number): number {
    let height = before;
    while (!this.takes(close)) {
      this.expect(',');
      const source = this.value(0);
      if (this.peek().kind !== 'rule') throw this.unexpected(this.peek());
      args.push(this.rule(source));
      height = Math.max(height, this.height);
    }
    return height;
  }

  private startsValue(token: Token): boolean {
    if (token.kind === 'operator') {
      const unary = this.grammar.operators.unary.get(token.text);
      return unary !== undefined && !unary.suffix;
    }
    return token.kind === 'punctuation' ? /^[([{]$/.test(token.text) : token.kind !== 'end' && token.kind !== 'rule';
  }

  private peek(): Token {
    return this.tokens[this.at] ?? this.ahead(0);
  }

  private ahead(count: number): Token {
    while (this.tokens.length <= this.at + count) this.tokens.push(this.lexer.next());
    return this.tokens[this.at + count] as Token;
  }

  private next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.at++;
    return token;
  }

  private isAt(sign: string): boolean {
    const token = this.peek();
    return token.text === sign && token.kind === 'punctuation';
  }

  private takes(sign: string): boolean {
    const is = this.isAt(sign);
    if (is) this.at++;
    return is;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw this.unexpected(this.peek());
  }

  private since(start: number): Span {
    return { start, end: (this.tokens[this.at - 1] as Token).end };
  }

  private enter(): void {
    this.depth++;
    if (this.depth > this.maxDepth) throw this.tooDeep(this.peek().start);
  }

  /** Counts a level over the node finished last, and over one of another height. */
  private grown<T extends ArgumentNode>(node: T, height = 0): T {
    this.height = Math.max(this.height, height) + 1;
    if (this.height > this.maxDepth) throw this.tooDeep(node.span.start);
    return node;
  }

  private tooDeep(start: number): YaqlError {
    return new YaqlError(
      'DepthExceededException',
      `The expression is nested deeper than ${this.maxDepth} levels; give parts of it a name with let().`,
      { start, end: start },
    );
  }

  private unexpected(token: Token): YaqlError {
    const span = { start: token.start, end: token.end };
    if (token.kind === 'end') {
      return new YaqlError('YaqlGrammarException', 'The expression ends where a value or a bracket is missing.', span);
    }
    const shown = this.text.slice(token.start, token.end);
    return new YaqlError(
      'YaqlGrammarException',
      `The expression makes no sense at '${shown}', position ${token.start}.`,
      span,
    );
  }
}
