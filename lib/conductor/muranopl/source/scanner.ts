import { Cursor, isBlankOrEnd, type Mark, YamlError } from './cursor';
import { scanAnchor, scanDirective, scanTag } from './scan-properties';
import { scanBlockScalar, scanPlain, scanQuoted } from './scan-scalar';
import type { ScalarStyle, Token } from './tokens';

/** A place where a key may have begun that only the colon behind it will tell. */
interface PossibleKey {
  /** the number of the token that would be the key */
  readonly token: number;
  /** nothing but a key can stand here */
  readonly required: boolean;
  readonly mark: Mark;
}

/** A key without `?` ends within its line and after so many characters. */
const LONGEST_KEY = 1024;
const SPACES = / *(?:#[^\r\n\x85\u2028\u2029]*)?/y;
const BLOCK_ONLY = new Set(['|', '>']);
const INDICATORS = new Set('-?:,[]{}#&*!|>\'"%@`');

/**
 * Cuts a YAML text into tokens, by the rules of YAML 1.1 as PyYAML applies them. The last token is `end`, or
 * `broken` where the text cannot be read on. `depth` is how many brackets may stand inside one another.
 */
export function scan(text: string, depth: number): Token[] {
  const scanner = new Scanner(text, depth);
  scanner.run();
  return scanner.tokens;
}

class Scanner {
  readonly tokens: Token[] = [];
  private readonly cursor: Cursor;
  /** the column of the block that is open, -1 for none, and those around it */
  private indent = -1;
  private readonly indents: number[] = [];
  /** how many brackets are open; in brackets indentation means nothing */
  private flowLevel = 0;
  private keyMayBegin = true;
  /** by the level of brackets */
  private readonly possibleKeys: (PossibleKey | undefined)[] = [];

  constructor(
    text: string,
    private readonly depth: number,
  ) {
    this.cursor = new Cursor(text);
  }

  run(): void {
    try {
      while (this.next());
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      this.tokens.push({ kind: 'broken', error, mark: error.mark });
    }
  }

  /** Reads one token, and those that it brings with it; false at the end of the text. */
  private next(): boolean {
    this.skipToToken();
    this.dropStaleKeys();
    this.closeBlocks(this.cursor.column);
    const { cursor } = this;
    const character = cursor.peek();
    switch (character) {
      case '':
        this.endDocument();
        this.push('end');
        return false;
      case '%':
        if (cursor.column !== 0) break;
        this.endDocument();
        this.tokens.push(scanDirective(cursor));
        return true;
      case '[':
      case '{':
        this.openBracket(character);
        return true;
      case ']':
      case '}':
        this.closeBracket(character);
        return true;
      case ',':
        this.keyMayBegin = true;
        this.dropKey();
        this.pushSign('flow entry');
        return true;
      case '*':
      case '&':
        this.beginContent();
        this.tokens.push(scanAnchor(cursor));
        return true;
      case '!':
        this.beginContent();
        this.tokens.push(scanTag(cursor));
        return true;
      case "'":
      case '"': {
        this.beginContent();
        this.scalar('quoted', () => scanQuoted(cursor));
        return true;
      }
    }
    if (this.documentMarker() || this.blockIndicator(character)) return true;
    if (BLOCK_ONLY.has(character) && this.flowLevel === 0) {
      this.keyMayBegin = true;
      this.dropKey();
      this.scalar('block', () => scanBlockScalar(cursor, this.indent));
      return true;
    }
    if (!this.plainMayBegin(character)) throw this.illegal(character);
    this.beginContent();
    this.beginPlain();
    return true;
  }

  private beginPlain(): void {
    const mark = this.cursor.mark();
    const { text, folded, brokeLine } = scanPlain(this.cursor, this.flowLevel === 0 ? this.indent + 1 : undefined);
    this.keyMayBegin = brokeLine;
    this.tokens.push({ kind: 'scalar', text, style: 'plain', folded, mark });
  }

  private scalar(style: ScalarStyle, read: () => string): void {
    const mark = this.cursor.mark();
    const text = read();
    this.tokens.push({ kind: 'scalar', text, style, folded: this.cursor.line > mark.line, mark });
  }

  private documentMarker(): boolean {
    const { cursor } = this;
    const isStart = cursor.isAtDocumentMarker('---');
    if (!isStart && !cursor.isAtDocumentMarker('...')) return false;
    this.endDocument();
    this.push(isStart ? 'document start' : 'document end');
    cursor.skip(3);
    return true;
  }

  /** `-`, `?` and `:` where they are signs of the grammar. */
  private blockIndicator(character: string): boolean {
    const alone = isBlankOrEnd(this.cursor.peek(1));
    if (character === '-' && alone) this.blockEntry();
    else if (character === '?' && (alone || this.flowLevel > 0)) this.explicitKey();
    else if (character === ':' && (alone || this.flowLevel > 0)) this.value();
    else return false;
    return true;
  }

  private blockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.keyMayBegin) {
        throw this.misplaced('An item of a list cannot begin here.', 'Put the "-" on a line of its own.');
      }
      if (this.openBlock(this.cursor.column)) this.push('block sequence');
    }
    this.keyMayBegin = true;
    this.dropKey();
    this.pushSign('block entry');
  }

  private explicitKey(): void {
    if (this.flowLevel === 0) {
      if (!this.keyMayBegin) throw this.misplaced('A key cannot begin here.');
      if (this.openBlock(this.cursor.column)) this.push('block mapping');
    }
    this.keyMayBegin = this.flowLevel === 0;
    this.dropKey();
    this.pushSign('key');
  }

  private value(): void {
    const key = this.possibleKeys[this.flowLevel];
    if (key) {
      this.possibleKeys[this.flowLevel] = undefined;
      this.tokens.splice(key.token, 0, { kind: 'key', mark: key.mark });
      if (this.flowLevel === 0 && this.openBlock(key.mark.column)) {
        this.tokens.splice(key.token, 0, { kind: 'block mapping', mark: key.mark });
      }
      this.keyMayBegin = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.keyMayBegin) {
          throw this.misplaced(
            'A second ":" cannot stand here.',
            'A text that holds ": " is written in quotation marks, an expression that does as !yaql "…".',
          );
        }
        if (this.openBlock(this.cursor.column)) this.push('block mapping');
      }
      this.keyMayBegin = this.flowLevel === 0;
      this.dropKey();
    }
    this.pushSign('value');
  }

  private openBracket(character: '[' | '{'): void {
    this.savePossibleKey();
    this.flowLevel++;
    if (this.flowLevel > this.depth) {
      throw new YamlError('yaml_too_deep', `Brackets are nested deeper than ${this.depth}.`, this.cursor.mark());
    }
    this.keyMayBegin = true;
    this.pushSign(character === '[' ? 'flow sequence start' : 'flow mapping start');
  }

  private closeBracket(character: ']' | '}'): void {
    this.dropKey();
    if (this.flowLevel === 0) throw this.misplaced(`Nothing is open that "${character}" could close.`);
    this.flowLevel--;
    this.keyMayBegin = false;
    this.pushSign(character === ']' ? 'flow sequence end' : 'flow mapping end');
  }

  private endDocument(): void {
    this.closeBlocks(-1);
    this.dropKey();
    this.keyMayBegin = false;
  }

  /** A value begins that may turn out to be a key. */
  private beginContent(): void {
    this.savePossibleKey();
    this.keyMayBegin = false;
  }

  private savePossibleKey(): void {
    if (!this.keyMayBegin) return;
    this.dropKey();
    const required = this.flowLevel === 0 && this.indent === this.cursor.column;
    this.possibleKeys[this.flowLevel] = { token: this.tokens.length, required, mark: this.cursor.mark() };
  }

  /** The possible key of this level is none. */
  private dropKey(): void {
    const key = this.possibleKeys[this.flowLevel];
    if (key?.required) throw withoutColon(key);
    this.possibleKeys[this.flowLevel] = undefined;
  }

  private dropStaleKeys(): void {
    for (let level = 0; level <= this.flowLevel; level++) {
      const key = this.possibleKeys[level];
      if (!key || (key.mark.line === this.cursor.line && this.cursor.at - key.mark.at <= LONGEST_KEY)) continue;
      if (key.required) throw withoutColon(key);
      this.possibleKeys[level] = undefined;
    }
  }

  private skipToToken(): void {
    const { cursor } = this;
    if (cursor.at === 0 && cursor.peek() === '\ufeff') cursor.skip();
    for (;;) {
      cursor.take(SPACES);
      if (cursor.takeBreak() === '') return;
      if (this.flowLevel === 0) this.keyMayBegin = true;
    }
  }

  private openBlock(column: number): boolean {
    if (this.indent >= column) return false;
    this.indents.push(this.indent);
    this.indent = column;
    return true;
  }

  private closeBlocks(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.indent = this.indents.pop() ?? -1;
      this.push('block end');
    }
  }

  private plainMayBegin(character: string): boolean {
    if (!isBlankOrEnd(character) && !INDICATORS.has(character)) return true;
    if (isBlankOrEnd(this.cursor.peek(1))) return false;
    return character === '-' || (this.flowLevel === 0 && (character === '?' || character === ':'));
  }

  private push(kind: Exclude<Token['kind'], 'alias' | 'anchor' | 'tag' | 'directive' | 'scalar' | 'broken'>): void {
    this.tokens.push({ kind, mark: this.cursor.mark() });
  }

  /** A token of one character. */
  private pushSign(kind: Parameters<Scanner['push']>[0]): void {
    this.push(kind);
    this.cursor.skip();
  }

  private illegal(character: string): YamlError {
    return character === '\t'
      ? this.misplaced('A tab cannot stand here.', 'YAML is indented with spaces.')
      : this.misplaced(
          `Nothing can begin with "${character}" here.`,
          `A text that begins with "${character}" is written in quotation marks.`,
        );
  }

  private misplaced(message: string, hint?: string): YamlError {
    return new YamlError('yaml_syntax', message, this.cursor.mark(), hint);
  }
}

function withoutColon({ mark }: PossibleKey): YamlError {
  return new YamlError(
    'yaml_syntax',
    'A key begins here, but no ":" follows it on its line.',
    mark,
    'Text that goes on from the line above is indented deeper than its key.',
  );
}
