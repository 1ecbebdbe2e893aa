import { YaqlError } from '../errors';
import { LETTERS } from '../syntax/escapes';
import { UNICODE_NAMES } from '../syntax/unicode-names';
import type { CharacterClass, ClassName, Flags, RegexNode, RegexSyntax } from './syntax';
import { fixedWidth } from './width';

const NO_FLAGS: Flags = { ignoreCase: false, multiLine: false, dotAll: false, verbose: false, ascii: false };
const FLAG_NAMES: Readonly<Record<string, keyof Flags | undefined>> = {
  i: 'ignoreCase',
  m: 'multiLine',
  s: 'dotAll',
  x: 'verbose',
  a: 'ascii',
};
const MAX_REPEATS = 4_294_967_295;

/** Reads a pattern of Python's `re` (3.11). Throws `error`, Python's re.error, with what is wrong and where. */
export function parseRegex(pattern: string, flags: Partial<Flags> = {}): RegexSyntax {
  return new RegexParser(pattern, { ...NO_FLAGS, ...flags }).whole();
}

class RegexParser {
  private readonly text: readonly string[];
  private at = 0;
  private groups = 0;
  private depth = 0;
  private readonly names = new Map<string, number>();
  private readonly open = new Set<number>();

  constructor(
    private readonly pattern: string,
    private flags: Flags,
  ) {
    this.text = Array.from(pattern);
  }

  whole(): RegexSyntax {
    const global = /^(?:\(\?[aiLmsux]+\))+/.exec(this.pattern)?.[0];
    if (global) {
      for (const letter of global) {
        if (letter === 'L') throw this.wrong('the flag L is for bytes only');
        this.flags = withFlag(this.flags, letter, true);
      }
      this.at = global.length;
    }
    const root = this.choice(this.flags);
    if (this.at < this.text.length) throw this.wrong('a closing parenthesis has no opening one');
    return { root, groups: this.groups, names: this.names, flags: this.flags };
  }

  private choice(flags: Flags): RegexNode {
    if (++this.depth > 100) throw this.wrong('groups are nested deeper than 100');
    const options = [this.sequence(flags)];
    while (this.takes('|')) options.push(this.sequence(flags));
    this.depth--;
    return options.length === 1 ? (options[0] as RegexNode) : { kind: 'choice', options };
  }

  private sequence(flags: Flags): RegexNode {
    const parts: RegexNode[] = [];
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      if (flags.verbose && /[\s#]/.test(next)) {
        this.at++;
        if (next === '#') while (this.peek() !== undefined && this.peek() !== '\n') this.at++;
        continue;
      }
      const atom = this.atom(flags);
      if (atom) parts.push(this.quantified(atom, flags));
    }
    if (parts.length === 0) return { kind: 'empty' };
    return parts.length === 1 ? (parts[0] as RegexNode) : { kind: 'sequence', parts };
  }

  private quantified(atom: RegexNode, flags: Flags): RegexNode {
    if (flags.verbose) while (/\s/.test(this.peek() ?? 'x')) this.at++;
    const bounds = this.bounds();
    if (!bounds) return atom;
    if (bounds.least > bounds.most) throw this.wrong('the least number of repeats is above the most');
    const mode = this.takes('?') ? 'lazy' : this.takes('+') ? 'possessive' : 'greedy';
    if (this.isQuantifier()) throw this.wrong('a repeat follows a repeat');
    return { kind: 'repeat', inner: atom, ...bounds, mode };
  }

  private bounds(): { least: number; most: number } | undefined {
    if (this.takes('*')) return { least: 0, most: MAX_REPEATS };
    if (this.takes('+')) return { least: 1, most: MAX_REPEATS };
    if (this.takes('?')) return { least: 0, most: 1 };
    const match = /^\{(\d*)(,?)(\d*)\}/.exec(this.ahead(24));
    if (!match || match[0] === '{}' || match[0] === '{,}') return match?.[0] === '{,}' ? this.all(match[0]) : undefined;
    this.at += match[0].length;
    const [, least = '', comma = '', most = ''] = match;
    const low = least === '' ? 0 : Number(least);
    const high = comma === '' ? low : most === '' ? MAX_REPEATS : Number(most);
    if (low >= MAX_REPEATS || (high >= MAX_REPEATS && most !== ''))
      throw this.wrong('the number of repeats is too large');
    return { least: low, most: high };
  }

  private all(written: string): { least: number; most: number } {
    this.at += written.length;
    return { least: 0, most: MAX_REPEATS };
  }

  private isQuantifier(): boolean {
    const next = this.peek();
    return next === '*' || next === '+' || next === '?' || /^\{(?:\d+,?\d*|,\d+)\}/.test(this.ahead(24));
  }

  private atom(flags: Flags): RegexNode | undefined {
    const character = this.next();
    switch (character) {
      case '.':
        return { kind: 'any', flags };
      case '^':
        return { kind: 'anchor', at: 'start', flags };
      case '$':
        return { kind: 'anchor', at: 'end', flags };
      case '(':
        return this.group(flags);
      case '[':
        return { kind: 'class', set: this.characterClass(), flags };
      case '\\':
        return this.escape(flags);
      case '*':
      case '+':
      case '?':
        throw this.wrong('there is nothing to repeat');
      default:
        return { kind: 'character', code: codeOf(character), flags };
    }
  }

  private escape(flags: Flags): RegexNode {
    const letter = this.peek();
    if (letter === undefined) throw this.wrong('a backslash stands at the end');
    this.at++;
    switch (letter) {
      case 'A':
        return { kind: 'anchor', at: 'textStart', flags };
      case 'Z':
        return { kind: 'anchor', at: 'textEnd', flags };
      case 'b':
        return { kind: 'anchor', at: 'word', flags };
      case 'B':
        return { kind: 'anchor', at: 'noWord', flags };
    }
    if ('dDwWsS'.includes(letter)) {
      return { kind: 'class', set: { negated: false, ranges: [], classes: [letter as ClassName] }, flags };
    }
    if (letter >= '1' && letter <= '9') return this.backReference(letter, flags);
    return { kind: 'character', code: this.escapedCode(letter), flags };
  }

  private backReference(first: string, flags: Flags): RegexNode {
    const digits = /^[0-7]{2}/.exec(this.ahead(2))?.[0];
    if (digits && first <= '3') {
      this.at += 2;
      return { kind: 'character', code: Number.parseInt(first + digits, 8), flags };
    }
    const second = /^\d/.exec(this.ahead(1))?.[0];
    if (second) this.at++;
    return this.reference(Number(first + (second ?? '')), flags);
  }

  private reference(index: number, flags: Flags): RegexNode {
    if (index > this.groups) throw this.wrong(`there is no group ${index}`);
    if (this.open.has(index)) throw this.wrong(`group ${index} is still open`);
    return { kind: 'back', index, flags };
  }

  private escapedCode(letter: string): number {
    const hex = (length: number) => {
      const digits = this.ahead(length);
      if (digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits))
        throw this.wrong(`\\${letter} needs ${length} hex digits`);
      this.at += length;
      return Number.parseInt(digits, 16);
    };
    if (letter === 'x') return hex(2);
    if (letter === 'u') return hex(4);
    if (letter === 'U') return hex(8);
    if (letter === 'N') return this.namedCode();
    if (letter >= '0' && letter <= '7') {
      const more = /^[0-7]{0,2}/.exec(this.ahead(2))?.[0] ?? '';
      this.at += more.length;
      return Number.parseInt(letter + more, 8);
    }
    const simple = LETTERS[letter];
    if (simple !== undefined) return codeOf(simple);
    if (/[a-zA-Z]/.test(letter)) throw this.wrong(`\\${letter} has no meaning`);
    return codeOf(letter);
  }

  private namedCode(): number {
    const name = /^\{([^}]+)\}/.exec(this.text.slice(this.at).join(''))?.[1];
    const character = UNICODE_NAMES.get(name?.toUpperCase() ?? '');
    if (name === undefined || character === undefined) throw this.wrong('\\N needs the name of a character');
    this.at += Array.from(name).length + 2;
    return codeOf(character);
  }

  private characterClass(): CharacterClass {
    const negated = this.takes('^');
    const ranges: (readonly [number, number])[] = [];
    const classes: ClassName[] = [];
    for (let first = true; first || this.peek() !== ']'; first = false) {
      const low = this.member();
      if (typeof low === 'string') {
        classes.push(low);
        continue;
      }
      if (this.peek() !== '-' || this.text[this.at + 1] === ']' || this.text[this.at + 1] === undefined) {
        ranges.push([low, low]);
        continue;
      }
      this.at++;
      const high = this.member();
      if (typeof high === 'string' || high < low) throw this.wrong('a range of characters runs backwards');
      ranges.push([low, high]);
    }
    this.at++;
    return { negated, ranges, classes };
  }

  private member(): number | ClassName {
    const character = this.peek();
    if (character === undefined) throw this.wrong('a set of characters has no closing bracket');
    this.at++;
    if (character !== '\\') return codeOf(character);
    const letter = this.peek();
    if (letter === undefined) throw this.wrong('a backslash stands at the end');
    this.at++;
    return 'dDwWsS'.includes(letter) ? (letter as ClassName) : this.escapedCode(letter);
  }

  private group(flags: Flags): RegexNode | undefined {
    if (!this.takes('?')) return this.capture(undefined, flags);
    const letter = this.next();
    switch (letter) {
      case ':':
        return { kind: 'group', index: undefined, inner: this.inside(flags) };
      case '>':
        return { kind: 'atomic', inner: this.inside(flags) };
      case '=':
      case '!':
        return { kind: 'look', ahead: true, negated: letter === '!', inner: this.inside(flags) };
      case '<':
        return this.behind(flags);
      case '#':
        while (this.peek() !== undefined && this.peek() !== ')') this.at++;
        this.expectClosing();
        return undefined;
      case 'P':
        return this.named(flags);
      case '(':
        return this.conditional(flags);
      default:
        return this.flagged(letter, flags);
    }
  }

  private inside(flags: Flags): RegexNode {
    const inner = this.choice(flags);
    this.expectClosing();
    return inner;
  }

  private capture(name: string | undefined, flags: Flags): RegexNode {
    const index = ++this.groups;
    if (index > 1000) throw this.wrong('there are more than 1000 groups');
    if (name !== undefined) {
      if (this.names.has(name)) throw this.wrong(`two groups are named ${name}`);
      this.names.set(name, index);
    }
    this.open.add(index);
    const inner = this.inside(flags);
    this.open.delete(index);
    return { kind: 'group', index, inner };
  }

  private behind(flags: Flags): RegexNode {
    const letter = this.next();
    if (letter !== '=' && letter !== '!') throw this.wrong(`(?<${letter} has no meaning`);
    const inner = this.inside(flags);
    if (fixedWidth(inner) === undefined) throw this.wrong('a look behind must have one length');
    return { kind: 'look', ahead: false, negated: letter === '!', inner };
  }

  private named(flags: Flags): RegexNode {
    if (this.takes('<')) return this.capture(this.name('>'), flags);
    if (!this.takes('=')) throw this.wrong('(?P has no meaning here');
    const name = this.name(')');
    const index = this.names.get(name);
    if (index === undefined) throw this.wrong(`there is no group ${name}`);
    return this.reference(index, flags);
  }

  private name(end: string): string {
    let name = '';
    while (this.peek() !== undefined && this.peek() !== end) name += this.next();
    this.at++;
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) throw this.wrong(`'${name}' is no name of a group`);
    return name;
  }

  private conditional(flags: Flags): RegexNode {
    let name = '';
    while (this.peek() !== undefined && this.peek() !== ')') name += this.next();
    this.expectClosing();
    const index = /^\d+$/.test(name) ? Number(name) : this.names.get(name);
    if (index === undefined || index < 1 || index > this.groups) throw this.wrong(`there is no group ${name}`);
    const yes = this.sequence(flags);
    const no: RegexNode = this.takes('|') ? this.sequence(flags) : { kind: 'empty' };
    if (this.peek() === '|') throw this.wrong('a condition has more than two branches');
    this.expectClosing();
    return { kind: 'conditional', index, yes, no };
  }

  private flagged(first: string, flags: Flags): RegexNode {
    let inner = flags;
    let on = true;
    for (let letter = first; letter !== ':'; letter = this.next()) {
      if (letter === ')') throw this.wrong('flags for the whole must stand at the start');
      if (letter === '-' && on) on = false;
      else inner = this.checkedFlag(inner, letter, on);
    }
    return { kind: 'group', index: undefined, inner: this.inside(inner) };
  }

  private checkedFlag(flags: Flags, letter: string, on: boolean): Flags {
    if (!'aimsux'.includes(letter)) throw this.wrong(`(?${letter} has no meaning`);
    return withFlag(flags, letter, on);
  }

  private ahead(length: number): string {
    return this.text.slice(this.at, this.at + length).join('');
  }

  private peek(): string | undefined {
    return this.text[this.at];
  }

  private next(): string {
    const character = this.text[this.at];
    if (character === undefined) throw this.wrong('it ends too early');
    this.at++;
    return character;
  }

  private takes(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private expectClosing(): void {
    if (!this.takes(')')) throw this.wrong('a group has no closing parenthesis');
  }

  private wrong(why: string): YaqlError {
    return new YaqlError('error', `The pattern '${this.pattern}' cannot be read at position ${this.at}: ${why}.`);
  }
}

function withFlag(flags: Flags, letter: string, on: boolean): Flags {
  const name = FLAG_NAMES[letter];
  return name ? { ...flags, [name]: on } : flags;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
