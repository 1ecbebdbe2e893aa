import { type Mark, YamlError } from './cursor';
import type { SourceLimits } from './limits';
import type { YamlNode } from './nodes';
import { nameOfToken, type Token, type TokenKind } from './tokens';

const STANDARD_TAGS = 'tag:yaml.org,2002:';

/** What may follow a key, a colon or a dash that has no value. */
const NO_VALUE_IN_BLOCK: ReadonlySet<TokenKind> = new Set<TokenKind>(['key', 'value', 'block end']);
const NO_ITEM: ReadonlySet<TokenKind> = new Set<TokenKind>(['block entry', 'key', 'value', 'block end']);
const NO_VALUE_IN_FLOW: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'value',
  'flow entry',
  'flow sequence end',
  'flow mapping end',
]);
const BETWEEN_DOCUMENTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'directive',
  'document start',
  'document end',
  'end',
]);

/**
 * Makes the documents of a stream of tokens, aliases resolved. Throws YamlError at the first token that does
 * not fit, and when a limit is met.
 */
export function* compose(tokens: readonly Token[], limits: SourceLimits): Generator<YamlNode> {
  const composer = new Composer(tokens, limits);
  for (let node = composer.document(); node; node = composer.document()) yield node;
}

const INDENTED = 'Is the line indented like the keys that it stands with?';
const AFTER_QUOTES =
  "A value that begins with a quotation mark ends with the next. Begin the expression otherwise, as format('…', $x).";

interface Anchor {
  /** undefined while the node is being read */
  node?: YamlNode;
  /** how many values the node is, aliases in it written out */
  size: number;
}

class Composer {
  private at = 0;
  private isFirst = true;
  private depth = 0;
  private nodes = 0;
  private anchors = new Map<string, Anchor>();
  private handles = new Map<string, string>();

  constructor(
    private readonly tokens: readonly Token[],
    private readonly limits: SourceLimits,
  ) {}

  /** The next document, or undefined at the end. */
  document(): YamlNode | undefined {
    if (!this.beginDocument()) return undefined;
    this.isFirst = false;
    this.anchors = new Map();
    const node = BETWEEN_DOCUMENTS.has(this.token.kind) ? this.empty(this.token.mark) : this.node('block');
    if (!BETWEEN_DOCUMENTS.has(this.token.kind)) throw this.unexpected('the end of the document');
    return node;
  }

  private beginDocument(): boolean {
    while (this.takes('document end'));
    if (this.token.kind === 'end') return false;
    this.handles = new Map([
      ['!', '!'],
      ['!!', STANDARD_TAGS],
    ]);
    const isImplicit = this.isFirst && this.token.kind !== 'directive' && this.token.kind !== 'document start';
    if (isImplicit) return true;
    for (let token = this.token; token.kind === 'directive'; token = this.token) {
      const [handle, prefix] = token.values;
      if (token.name === 'TAG' && handle !== undefined && prefix !== undefined) this.handles.set(handle, prefix);
      this.at++;
    }
    if (!this.takes('document start')) throw this.unexpected('"---"');
    return true;
  }

  /** `block or dashes`: where a list may stand without being indented deeper than its key. */
  private node(where: 'block' | 'block or dashes' | 'flow'): YamlNode {
    const { token } = this;
    if (token.kind === 'alias') return this.alias(token.name, token.mark);
    const { tag, anchor, mark } = this.properties();
    const open: Anchor | undefined = anchor === undefined ? undefined : { size: 0 };
    if (open && anchor !== undefined) this.declare(anchor, open, mark);
    const before = this.nodes;
    const hasProperties = tag !== undefined || anchor !== undefined;
    const node = this.content(where, hasProperties, tag === '!' ? undefined : tag, mark, tag === '!');
    if (open) {
      open.node = node;
      open.size = this.nodes - before;
    }
    return node;
  }

  private content(
    where: 'block' | 'block or dashes' | 'flow',
    hasProperties: boolean,
    tag: string | undefined,
    mark: Mark,
    asPlain: boolean,
  ): YamlNode {
    this.count(1, mark);
    const { token } = this;
    if (token.kind === 'scalar') {
      this.at++;
      return {
        kind: 'scalar',
        tag,
        text: token.text,
        style: asPlain ? 'plain' : token.style,
        folded: token.folded,
        mark,
      };
    }
    if (++this.depth > this.limits.depth) {
      throw new YamlError('yaml_too_deep', `Values are nested deeper than ${this.limits.depth}.`, mark);
    }
    const node = this.collection(where, tag, mark);
    this.depth--;
    if (node) return node;
    if (!hasProperties) throw this.unexpected('a value');
    return { kind: 'scalar', tag, text: '', style: 'plain', folded: false, mark };
  }

  private collection(
    where: 'block' | 'block or dashes' | 'flow',
    tag: string | undefined,
    mark: Mark,
  ): YamlNode | undefined {
    if (this.takes('flow sequence start')) return { kind: 'sequence', tag, items: this.flowItems(), mark };
    if (this.takes('flow mapping start')) return { kind: 'mapping', tag, entries: this.flowEntries(), mark };
    if (where === 'flow') return undefined;
    if (where === 'block or dashes' && this.token.kind === 'block entry') {
      return { kind: 'sequence', tag, items: this.items(), mark };
    }
    if (this.takes('block sequence')) {
      const items = this.items();
      if (!this.takes('block end')) throw this.unexpected('"-" or the end of the list');
      return { kind: 'sequence', tag, items, mark };
    }
    return this.takes('block mapping') ? { kind: 'mapping', tag, entries: this.entries(), mark } : undefined;
  }

  private items(): YamlNode[] {
    const items: YamlNode[] = [];
    for (let { token } = this; this.takes('block entry'); token = this.token) {
      items.push(NO_ITEM.has(this.token.kind) ? this.empty(after(token)) : this.node('block'));
    }
    return items;
  }

  private entries(): [YamlNode, YamlNode][] {
    const entries: [YamlNode, YamlNode][] = [];
    for (let { token } = this; this.takes('key'); token = this.token) {
      const key = this.blockValue(after(token));
      const colon = this.token;
      const value = this.takes('value') ? this.blockValue(after(colon)) : this.empty(colon.mark);
      entries.push([key, value]);
    }
    if (!this.takes('block end')) throw this.unexpected('a key or the end of the mapping');
    return entries;
  }

  private blockValue(emptyAt: Mark): YamlNode {
    return NO_VALUE_IN_BLOCK.has(this.token.kind) ? this.empty(emptyAt) : this.node('block or dashes');
  }

  private flowItems(): YamlNode[] {
    const items: YamlNode[] = [];
    while (!this.takes('flow sequence end')) {
      if (items.length > 0 && !this.takes('flow entry')) throw this.unexpected('"," or "]"');
      const { token } = this;
      if (this.takes('key')) {
        this.count(1, token.mark);
        items.push({ kind: 'mapping', tag: undefined, entries: [this.flowPair(after(token))], mark: token.mark });
      } else if (this.token.kind !== 'flow sequence end') {
        items.push(this.node('flow'));
      }
    }
    return items;
  }

  private flowEntries(): [YamlNode, YamlNode][] {
    const entries: [YamlNode, YamlNode][] = [];
    while (!this.takes('flow mapping end')) {
      if (entries.length > 0 && !this.takes('flow entry')) throw this.unexpected('"," or "}"');
      const { token } = this;
      if (this.takes('key')) {
        entries.push(this.flowPair(after(token)));
      } else if (this.token.kind !== 'flow mapping end') {
        entries.push([this.node('flow'), this.empty(this.token.mark)]);
      }
    }
    return entries;
  }

  private flowPair(mark: Mark): [YamlNode, YamlNode] {
    const key = this.flowValue(mark);
    const colon = this.token;
    return [key, this.takes('value') ? this.flowValue(after(colon)) : this.empty(colon.mark)];
  }

  private flowValue(emptyAt: Mark): YamlNode {
    return NO_VALUE_IN_FLOW.has(this.token.kind) ? this.empty(emptyAt) : this.node('flow');
  }

  private properties(): { tag: string | undefined; anchor: string | undefined; mark: Mark } {
    const { mark } = this.token;
    let tag: string | undefined;
    let anchor: string | undefined;
    for (let { token } = this; ; token = this.token) {
      if (token.kind === 'tag' && tag === undefined) tag = this.fullTag(token);
      else if (token.kind === 'anchor' && anchor === undefined) anchor = token.name;
      else return { tag, anchor, mark };
      this.at++;
    }
  }

  private fullTag({ handle, suffix, mark }: Extract<Token, { kind: 'tag' }>): string {
    if (handle === null) return suffix;
    const prefix = this.handles.get(handle);
    if (prefix !== undefined) return prefix + suffix;
    throw new YamlError('yaml_syntax', `No %TAG line says what the tag handle ${handle} means.`, mark);
  }

  private declare(name: string, anchor: Anchor, mark: Mark): void {
    if (this.anchors.has(name)) throw new YamlError('yaml_syntax', `There is a second anchor &${name}.`, mark);
    this.anchors.set(name, anchor);
  }

  private alias(name: string, mark: Mark): YamlNode {
    this.at++;
    const anchor = this.anchors.get(name);
    if (!anchor) throw new YamlError('yaml_syntax', `There is no anchor &${name} before this alias.`, mark);
    if (!anchor.node) throw new YamlError('yaml_syntax', `The value &${name} holds itself.`, mark);
    this.count(anchor.size, mark);
    return anchor.node;
  }

  private count(nodes: number, mark: Mark): void {
    this.nodes += nodes;
    if (this.nodes <= this.limits.nodes) return;
    throw new YamlError(
      'yaml_too_large',
      `The file has more than ${this.limits.nodes} values, those that aliases repeat counted again.`,
      mark,
    );
  }

  private empty(mark: Mark): YamlNode {
    this.count(1, mark);
    return { kind: 'scalar', tag: undefined, text: '', style: 'plain', folded: false, mark };
  }

  private get token(): Token {
    const token = this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
    if (token.kind === 'broken') throw token.error;
    return token;
  }

  private takes(kind: TokenKind): boolean {
    if (this.token.kind !== kind) return false;
    this.at++;
    return true;
  }

  private unexpected(wanted: string): Error {
    const { token } = this;
    const last = this.tokens.at(-1);
    // What the scanner found at this very place says more.
    if (last?.kind === 'broken' && last.mark.at <= token.mark.at) return last.error;
    const before = this.tokens[this.at - 1];
    const goesOn = before?.kind === 'scalar' && before.style === 'quoted' && before.mark.line === token.mark.line;
    return new YamlError(
      'yaml_syntax',
      `YAML expects ${wanted} here, but finds ${nameOfToken(token)}.`,
      token.mark,
      goesOn ? AFTER_QUOTES : token.kind === 'block mapping' ? INDENTED : undefined,
    );
  }
}

function after({ mark }: Token): Mark {
  return { at: mark.at + 1, line: mark.line, column: mark.column + 1 };
}
