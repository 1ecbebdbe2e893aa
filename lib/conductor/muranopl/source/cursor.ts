/** A place in the text while it is read: offset, line and column from 0. */
export interface Mark {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** What stops the reading of a YAML text. It does not leave this folder: the index of the folder makes a problem of it. */
export class YamlError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly mark: Mark,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Where the reading of a text stands. Line breaks are those of YAML 1.1. */
export class Cursor {
  at = 0;
  line = 0;
  private lineStart = 0;

  constructor(readonly text: string) {}

  get column(): number {
    return this.at - this.lineStart;
  }

  /** The character some places on; the empty text at the end. */
  peek(offset = 0): string {
    return this.text[this.at + offset] ?? '';
  }

  startsWith(prefix: string): boolean {
    return this.text.startsWith(prefix, this.at);
  }

  mark(): Mark {
    return { at: this.at, line: this.line, column: this.column };
  }

  /** Moves on within the line. */
  skip(count = 1): void {
    this.at += count;
  }

  /** Moves over what a sticky pattern matches, which holds no line break, and answers it. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.text)?.[0] ?? '';
    this.at += taken.length;
    return taken;
  }

  /** Moves over a line break, if one is here; answers the character that it stands for, or the empty text. */
  takeBreak(): string {
    const character = this.peek();
    if (!isBreak(character)) return '';
    this.at += character === '\r' && this.peek(1) === '\n' ? 2 : 1;
    this.line++;
    this.lineStart = this.at;
    return character === '\u2028' || character === '\u2029' ? character : '\n';
  }

  /** Whether `---` or `...` begins the line here. */
  isAtDocumentMarker(marker: '---' | '...'): boolean {
    return this.column === 0 && this.startsWith(marker) && isBlankOrEnd(this.peek(3));
  }
}

/** Whether a character ends a line in YAML 1.1. */
export function isBreak(character: string): boolean {
  switch (character) {
    case '\n':
    case '\r':
    case '\u0085':
    case '\u2028':
    case '\u2029':
      return true;
    default:
      return false;
  }
}

/** A line break or the end of the text. */
export function isBreakOrEnd(character: string): boolean {
  return character === '' || isBreak(character);
}

/** A space, a tab, a line break or the end of the text. */
export function isBlankOrEnd(character: string): boolean {
  return character === ' ' || character === '\t' || isBreakOrEnd(character);
}
