import { type Expression, isYaqlError, YaqlDict, type YaqlEngine, YaqlError } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { Mark } from './cursor';
import type { MappingNode, ScalarNode, YamlNode } from './nodes';
import { type Resolved, readFloat, readInt, resolveMoment, resolvePlain } from './resolve-plain';
import type { Place, Template } from './value';

type MapEntry = Extract<Template, { kind: 'map' }>['entries'][number];

const TAGS = 'tag:yaml.org,2002:';
/** Words, spaces and dots are a text though they would read as YAQL (murano.dsl.yaql_expression). */
const WORDS = /^[\s\p{L}\p{N}_.]*$/u;

/** Makes templates of the values of one file; what is wrong in them goes to `problems`. */
export class TemplateReader {
  /** for nodes that aliases name more than once */
  private readonly made = new Map<YamlNode, Template>();

  constructor(
    private readonly file: string,
    private readonly engine: YaqlEngine | undefined,
    private readonly problems: Problems,
  ) {}

  read(node: YamlNode): Template {
    const known = this.made.get(node);
    if (known) return known;
    const template = this.make(node);
    this.made.set(node, template);
    return template;
  }

  private make(node: YamlNode): Template {
    if (node.kind === 'scalar') return this.scalar(node, false);
    const place = this.place(node.mark);
    if (node.tag !== undefined && node.tag !== `${TAGS}${node.kind === 'sequence' ? 'seq' : 'map'}`) {
      this.unknownTag(node.tag, place);
    }
    if (node.kind === 'sequence') return { kind: 'list', items: node.items.map((item) => this.read(item)), place };
    return { kind: 'map', entries: this.entries(node), place };
  }

  /** Keys in order; the value of one that stands twice is the last, and merged keys come first. */
  private entries(node: MappingNode): MapEntry[] {
    const entries: MapEntry[] = [];
    const places = new YaqlDict();
    const own = new Set(node.entries.map(([key]) => key));
    const ownAt = new Set<number>();
    for (const [keyNode, valueNode] of flatten(node, this.notMapping)) {
      const key = keyNode.kind === 'scalar' ? this.scalar(keyNode, true) : this.structureAsKey(keyNode);
      if (!key) continue;
      const entry = { key, value: this.read(valueNode) };
      const earlier = key.kind === 'constant' ? places.get(key.value) : undefined;
      if (own.has(keyNode)) {
        if (typeof earlier === 'number' && ownAt.has(earlier)) this.repeatedKey(keyNode, entries[earlier] as MapEntry);
        ownAt.add(typeof earlier === 'number' ? earlier : entries.length);
      }
      if (typeof earlier === 'number') {
        entries[earlier] = { key: (entries[earlier] as MapEntry).key, value: entry.value };
      } else {
        if (key.kind === 'constant') places.set(key.value, entries.length);
        entries.push(entry);
      }
    }
    return entries;
  }

  /** Python's YAML takes the last one without a word. */
  private repeatedKey(node: YamlNode, { key }: MapEntry): void {
    const text = node.kind === 'scalar' ? node.text : '';
    const message = `"${text}" stands twice in one mapping; the value in line ${key.place.line} does not count.`;
    this.problems.warn('repeated_key', message, this.place(node.mark), { text });
  }

  private structureAsKey(node: YamlNode): undefined {
    const what = node.kind === 'sequence' ? 'list' : 'mapping';
    this.problems.error('bad_key', `A ${what} cannot be a key.`, this.place(node.mark), {
      hint: 'A text that begins with [ or { is written in quotation marks.',
    });
  }

  private readonly notMapping = (node: YamlNode) => {
    this.problems.error('bad_merge', 'Only mappings can be merged with "<<".', this.place(node.mark));
  };

  private scalar(node: ScalarNode, isKey: boolean): Template {
    const place = this.place(node.mark);
    if (node.tag !== undefined) return this.tagged(node, node.tag, place);
    if (node.style !== 'plain') return { kind: 'constant', value: node.text, place };
    const resolved = resolvePlain(node.text);
    switch (resolved.kind) {
      case 'value':
        return { kind: 'constant', value: resolved.value, place };
      case 'text':
        return this.words(node, place);
      case 'impossible':
        this.notAValue(node.text, resolved, place);
        break;
      case 'default':
        if (!isKey) this.problems.error('bad_value', 'A lone "=" is not a value.', place, QUOTE_IT);
        break;
      case 'merge':
        this.problems.error('bad_value', 'A lone "<<" is not a value.', place, QUOTE_IT);
    }
    return { kind: 'constant', value: node.text, place };
  }

  /** A plain scalar that is no value of YAML: an expression if it reads as one and is more than words. */
  private words(node: ScalarNode, place: Place): Template {
    const { text } = node;
    const constant: Template = { kind: 'constant', value: text, place };
    if (!this.engine || WORDS.test(text)) return constant;
    const read = parse(this.engine, text);
    if (!(read instanceof YaqlError)) return expressionOf(read, node, place);
    if (mayBeExpression(text)) {
      this.problems.warn(
        'text_not_expression',
        `This is taken for a text, since ${reason(read)}`,
        node.folded ? place : placeIn(place, read),
        {
          text,
          hint: 'Put it into quotation marks if it is a text.',
        },
      );
    }
    return constant;
  }

  private tagged(node: ScalarNode, tag: string, place: Place): Template {
    if (tag === '!yaql' && this.engine) return this.expression(node, this.engine, place);
    const value = TAGGED.get(tag)?.(node.text);
    if (value === undefined) this.unknownTag(tag, place);
    else if (value.kind !== 'value') this.notAValue(node.text, value, place);
    else return { kind: 'constant', value: value.value, place };
    return { kind: 'constant', value: node.text, place };
  }

  private expression(node: ScalarNode, engine: YaqlEngine, place: Place): Template {
    const read = parse(engine, node.text);
    if (!(read instanceof YaqlError)) return expressionOf(read, { folded: true }, place);
    this.problems.error('bad_expression', read.message, place, { text: node.text });
    return { kind: 'constant', value: node.text, place };
  }

  private notAValue(text: string, resolved: Resolved, place: Place): void {
    const why = resolved.kind === 'impossible' ? resolved.why : 'its tag asks for another value';
    this.problems.error('bad_value', `This cannot be read: ${why}.`, place, { text, ...QUOTE_IT });
  }

  private unknownTag(tag: string, place: Place): void {
    const written = tag.startsWith(TAGS) ? `!!${tag.slice(TAGS.length)}` : tag;
    this.problems.error('unknown_tag', `The tag ${written} means nothing here.`, place, {
      hint: 'Packages use !yaql, !!str, !!int, !!float, !!bool, !!null and !!timestamp.',
    });
  }

  private place({ line, column }: Mark): Place {
    return { file: this.file, line: line + 1, column: column + 1 };
  }
}

/** Positions in a quoted expression are not those of the file either, for escapes. */
function expressionOf(expression: Expression, { folded }: Pick<ScalarNode, 'folded'>, place: Place): Template {
  return { kind: 'expression', expression, place, ...(folded ? { folded } : {}) };
}

const QUOTE_IT = { hint: 'Put it into quotation marks if it is a text.' };
const WRONG: Resolved = { kind: 'text' };

const TAGGED: ReadonlyMap<string, (text: string) => Resolved> = new Map<string, (text: string) => Resolved>([
  [`${TAGS}str`, (text) => ({ kind: 'value', value: text })],
  [`${TAGS}null`, () => ({ kind: 'value', value: null })],
  [`${TAGS}bool`, (text) => ofType('boolean', resolvePlain(text.toLowerCase()))],
  [
    `${TAGS}int`,
    (text) => {
      const value = readInt(text);
      return value === undefined ? WRONG : { kind: 'value', value };
    },
  ],
  [
    `${TAGS}float`,
    (text) => {
      const value = readFloat(text);
      return typeof value === 'number' && Number.isNaN(value) && !/nan$/i.test(text) ? WRONG : { kind: 'value', value };
    },
  ],
  [`${TAGS}timestamp`, (text) => resolveMoment(text) ?? WRONG],
]);

function ofType(type: 'boolean', resolved: Resolved): Resolved {
  return resolved.kind === 'value' && typeof resolved.value === type ? resolved : WRONG;
}

/** The entries of a mapping with those of the mappings under `<<` before them. */
function flatten(node: MappingNode, notMapping: (node: YamlNode) => void): readonly (readonly [YamlNode, YamlNode])[] {
  if (!node.entries.some(([key]) => isMerge(key))) return node.entries;
  const merged: (readonly [YamlNode, YamlNode])[] = [];
  const own: (readonly [YamlNode, YamlNode])[] = [];
  for (const entry of node.entries) {
    const [key, value] = entry;
    if (!isMerge(key)) {
      own.push(entry);
      continue;
    }
    const sources = value.kind === 'sequence' ? value.items.toReversed() : [value];
    for (const source of sources) {
      if (source.kind === 'mapping') merged.push(...flatten(source, notMapping));
      else notMapping(source);
    }
  }
  return [...merged, ...own];
}

function isMerge(key: YamlNode): boolean {
  return key.kind === 'scalar' && key.style === 'plain' && key.tag === undefined && key.text === '<<';
}

function parse(engine: YaqlEngine, text: string): Expression | YaqlError {
  try {
    return engine.parse(text);
  } catch (error) {
    if (isYaqlError(error)) return error;
    throw error;
  }
}

/** A text that begins as an expression does was hardly meant as a text. */
function mayBeExpression(text: string): boolean {
  return /^\(*(?:not +)?\$[\w.]*(?:[^\w.\s]|$)/.test(text);
}

/** The sentence of an error of YAQL as the second half of another. */
function reason({ message }: YaqlError): string {
  return message
    .replace(/^The expression/, 'as an expression it')
    .replace(/^as an expression it cannot be read/, 'it cannot be read as an expression');
}

/** The place of an error inside an expression of one line. */
function placeIn(place: Place, { span }: YaqlError): Place {
  return { ...place, column: place.column + (span?.start ?? 0) };
}
