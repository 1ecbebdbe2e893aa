import { parseFilter } from './parse-filter';
import {
  holeOf,
  type Query,
  type QueryMode,
  type QueryStep,
  QuerySyntaxError,
  type Selector,
  type TextPart,
} from './syntax';
import { readQuoted } from './tokens';

/**
 * Parses JSONPath with the DSL's filters (Murano v0.2 guide, chapter 5, "Accessing Object Model"):
 * `$`, `.name`, `[*]`, `..`, `['a','b']`, indexes, slices, `[?(filter)]`, `[(expression)]`. A leading
 * `:` or `/` is not part of it (see paths.ts). Throws QuerySyntaxError with the place.
 */
export function parseQuery(source: string, mode: QueryMode): Query {
  const text = source.trim();
  const parser = new QueryParser(text, mode, source.length - source.trimStart().length);
  return parser.query();
}

const STEP_END = /[.[\]()'"\s]/;

class QueryParser {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly mode: QueryMode,
    private readonly offset: number,
  ) {}

  query(): Query {
    const rooted = this.take('$');
    if (!rooted && this.mode === 'match') this.fail('a match starts with "$"');
    const dotted = this.text[this.at] === '.';
    const steps: QueryStep[] = [];
    if (!rooted && this.at < this.text.length && this.text[this.at] !== '[') steps.push(this.name());
    while (this.at < this.text.length) this.step(steps);
    return { rooted, dotted, steps };
  }

  private step(steps: QueryStep[]): void {
    if (this.text.startsWith('..', this.at)) {
      this.at += 2;
      steps.push({ kind: 'descend' });
      steps.push(this.text[this.at] === '[' ? this.bracket() : this.name());
    } else if (this.take('.')) {
      steps.push(this.text[this.at] === '[' ? this.bracket() : this.name());
    } else if (this.text[this.at] === '[') {
      steps.push(this.bracket());
    } else {
      this.fail(`"${this.text[this.at]}" has no meaning here`);
    }
  }

  private name(): QueryStep {
    if (this.take('*')) return { kind: 'all' };
    const quote = this.text[this.at];
    const name = quote === "'" || quote === '"' ? this.quoted() : this.bare(STEP_END);
    if (name.length === 0) this.fail('a name is missing');
    return { kind: 'select', selectors: [{ kind: 'name', name }] };
  }

  private bracket(): QueryStep {
    this.at++;
    this.space();
    if (this.text.startsWith('?(', this.at)) return this.expression('filter', 2);
    if (this.text[this.at] === '(') return this.expression('computed', 1);
    if (this.take('*')) {
      this.close();
      return { kind: 'all' };
    }
    const selectors: Selector[] = [];
    do {
      this.space();
      selectors.push(this.selector());
      this.space();
    } while (this.take(','));
    this.close();
    return { kind: 'select', selectors };
  }

  private expression(kind: 'filter' | 'computed', skip: number): QueryStep {
    const { filter, end } = parseFilter(this.text, this.at + skip, this.mode);
    this.at = end + 1;
    this.close();
    return kind === 'filter' ? { kind, filter } : { kind, key: filter };
  }

  private selector(): Selector {
    const quote = this.text[this.at];
    if (quote === "'" || quote === '"') return { kind: 'name', name: this.quoted() };
    const slice = /^(-?\d*)\s*:\s*(-?\d*)(?:\s*:\s*(-?\d*))?(?=\s*[\],])/.exec(this.text.slice(this.at));
    if (slice) {
      this.at += slice[0].length;
      const step = slice[3] ? Number(slice[3]) : 1;
      if (step === 0) this.fail('a slice needs a step other than 0');
      return { kind: 'slice', from: bound(slice[1]), to: bound(slice[2]), step };
    }
    const name = this.bare(/[\],\s]/);
    if (name.length === 0) this.fail('an index or a name is missing');
    return { kind: 'name', name };
  }

  private quoted(): TextPart[] {
    const read = readQuoted(this.text, this.at);
    this.at = read.end;
    return read.parts;
  }

  /** an unquoted name up to a character that ends it; holes in it stay holes */
  private bare(end: RegExp): TextPart[] {
    const parts: TextPart[] = [];
    let literal = '';
    for (; this.at < this.text.length && !end.test(this.text[this.at] as string); this.at++) {
      const character = this.text[this.at] as string;
      const hole = holeOf(character);
      if (hole === null) {
        if (/[$@?()[\]]/.test(character)) this.fail(`"${character}" has no meaning here; quote the name`);
        literal += character;
        continue;
      }
      if (literal) parts.push(literal);
      literal = '';
      parts.push({ hole });
    }
    if (literal) parts.push(literal);
    return parts;
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private close(): void {
    this.space();
    if (!this.take(']')) this.fail('"]" is missing');
  }

  private take(character: string): boolean {
    const found = this.text[this.at] === character;
    if (found) this.at++;
    return found;
  }

  private fail(message: string): never {
    throw new QuerySyntaxError(message, this.at + this.offset);
  }
}

function bound(digits: string | undefined): number | null {
  return digits ? Number(digits) : null;
}
