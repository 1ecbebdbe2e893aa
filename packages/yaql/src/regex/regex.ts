import { YaqlError } from '../errors';
import { KIND, Tagged } from '../primitives/kinds';
import { quote } from '../primitives/quote';
import { LETTERS } from '../syntax/escapes';
import { compileMatcher, type Match } from './match-regex';
import { parseRegex } from './parse-regex';
import type { Flags, RegexSyntax } from './syntax';

/** Counts the work of a search and stops it. */
export type Spend = (steps: number) => void;

/** One match, with the text it was found in. */
export class RegexMatch {
  constructor(
    private readonly text: readonly string[],
    private readonly places: Match,
    readonly names: ReadonlyMap<string, number>,
  ) {}

  /** how many groups, the whole match included */
  get size(): number {
    return this.places.length;
  }

  /** The text of a group, or null when it took no part. */
  value(group: number): string | null {
    const place = this.places[group];
    return place ? this.text.slice(place[0], place[1]).join('') : null;
  }

  /** Where a group begins, in characters; -1 when it took no part. */
  start(group: number): number {
    return this.places[group]?.[0] ?? -1;
  }

  /** Where a group ends, in characters; -1 when it took no part. */
  end(group: number): number {
    return this.places[group]?.[1] ?? -1;
  }
}

const FLAG_NAMES = [
  ['ignoreCase', 'IGNORECASE'],
  ['multiLine', 'MULTILINE'],
  ['dotAll', 'DOTALL'],
  ['verbose', 'VERBOSE'],
  ['ascii', 'ASCII'],
] as const;

/** A compiled regular expression of Python's `re`, as a value of the language. */
export class YaqlRegex extends Tagged {
  readonly kind = KIND.regex;
  private readonly syntax: RegexSyntax;
  private readonly matcher: ReturnType<typeof compileMatcher>;

  /** Throws `error` (Python's re.error) for a pattern that cannot be read. */
  constructor(
    readonly pattern: string,
    flags: Partial<Flags> = {},
  ) {
    super();
    this.syntax = parseRegex(pattern, flags);
    this.matcher = compileMatcher(this.syntax);
  }

  override hashText(): string {
    return `/${JSON.stringify(this.pattern)}${this.flagNames().join()}`;
  }

  /** Python's repr(): `re.compile('a', re.IGNORECASE)`. */
  repr(): string {
    const names = this.flagNames().map((name) => `re.${name}`);
    const shown = quote(this.pattern).slice(0, 200);
    return `re.compile(${[shown, ...(names.length > 0 ? [names.join('|')] : [])].join(', ')})`;
  }

  private flagNames(): string[] {
    return FLAG_NAMES.flatMap(([flag, name]) => (this.syntax.flags[flag] ? [name] : []));
  }

  /** Whether the pattern itself asks for ASCII. */
  get isAscii(): boolean {
    return this.syntax.flags.ascii;
  }

  get groups(): number {
    return this.syntax.groups;
  }

  get names(): ReadonlyMap<string, number> {
    return this.syntax.names;
  }

  /** The first match at or after a character. */
  search(text: string, spend: Spend): RegexMatch | undefined {
    return this.matches(text, spend).next().value ?? undefined;
  }

  /** All matches one after another, as re.finditer: an empty one may follow a longer one at once. */
  *matches(text: string, spend: Spend): Generator<RegexMatch, undefined> {
    const characters = Array.from(text);
    const codes = characters.map((character) => character.codePointAt(0) ?? 0);
    let at = 0;
    // After a match that took something, an empty one may stand right at its end; after an empty one not again.
    let barred = -1;
    while (at <= codes.length) {
      const places = this.matcher(codes, at, spend, barred);
      if (!places) return undefined;
      yield new RegexMatch(characters, places, this.names);
      const [start, end] = places[0] ?? [0, 0];
      at = end;
      barred = start === end ? end : -1;
    }
    return undefined;
  }

  /** re.split: at most `most` times, 0 for all; the texts of groups stand between the parts. */
  split(text: string, most: number, spend: Spend): (string | null)[] {
    const characters = Array.from(text);
    const parts: (string | null)[] = [];
    let last = 0;
    let done = 0;
    for (const match of this.matches(text, spend)) {
      if (most > 0 && done >= most) break;
      parts.push(characters.slice(last, match.start(0)).join(''));
      for (let group = 1; group < match.size; group++) parts.push(match.value(group));
      last = match.end(0);
      done++;
    }
    parts.push(characters.slice(last).join(''));
    return parts;
  }

  /** re.sub: at most `most` times, 0 for all. */
  replace(text: string, most: number, replacement: (match: RegexMatch) => string, spend: Spend): string {
    const characters = Array.from(text);
    let result = '';
    let last = 0;
    let done = 0;
    for (const match of this.matches(text, spend)) {
      if (most > 0 && done >= most) break;
      result += characters.slice(last, match.start(0)).join('') + replacement(match);
      spend(1 + Math.floor(result.length / 1024));
      last = match.end(0);
      done++;
    }
    return result + characters.slice(last).join('');
  }

  /** What a replacement text such as `<\1>` or `\g<name>` makes of a match. Throws `error` for one that cannot be read. */
  template(replacement: string): (match: RegexMatch) => string {
    const parts: (string | number)[] = [];
    const pattern = /\\(?:g<([^>]*)>|(0[0-7]{0,2}|[1-7][0-7]{2})|([1-9]\d?)|(.))|[^\\]+|\\/gsu;
    for (const [whole, name, octal, digits, letter] of replacement.matchAll(pattern)) {
      if (name !== undefined) parts.push(this.groupIndex(name));
      else if (digits !== undefined) parts.push(this.groupIndex(digits));
      else if (octal !== undefined) parts.push(octalCharacter(octal));
      else if (letter !== undefined) parts.push(escaped(letter));
      else if (whole === '\\') throw new YaqlError('error', 'A replacement ends with a backslash.');
      else parts.push(whole);
    }
    return (match) => parts.map((part) => (typeof part === 'number' ? (match.value(part) ?? '') : part)).join('');
  }

  private groupIndex(name: string): number {
    const index = /^\d+$/.test(name) ? Number(name) : this.names.get(name);
    if (index === undefined && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) {
      throw new YaqlError('IndexError', `The pattern '${this.pattern}' has no group named ${name}.`);
    }
    if (index === undefined || index > this.groups) {
      throw new YaqlError('error', `The pattern '${this.pattern}' has no group ${name}.`);
    }
    return index;
  }
}

function octalCharacter(digits: string): string {
  const code = Number.parseInt(digits, 8);
  if (code > 0o377) throw new YaqlError('error', `\\${digits} is no character: it is beyond \\377.`);
  return String.fromCodePoint(code);
}

/** Gives a letter after a backslash in a replacement its meaning. */
function escaped(letter: string): string {
  const known = letter === '\\' ? letter : LETTERS[letter];
  if (known !== undefined) return known;
  if (/[a-zA-Z]/.test(letter)) throw new YaqlError('error', `\\${letter} has no meaning in a replacement.`);
  return `\\${letter}`;
}

const SPECIAL = new Set('()[]{}?*+-|^$\\.&~# \t\n\r\v\f');

/** re.escape. */
export function escapeRegex(text: string): string {
  return Array.from(text, (character) => (SPECIAL.has(character) ? `\\${character}` : character)).join('');
}
