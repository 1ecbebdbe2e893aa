import type { Execution } from '../execution/execution';
import type { MuranoObject } from '../objects/murano-object';
import type { MetaAttribute } from '../types/meta';
import type { JsonSchema } from './json-schema';
import { place, type Weights } from './weights';

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['io.murano.metadata.Title', 'title'],
  ['io.murano.metadata.Description', 'description'],
  ['io.murano.metadata.HelpText', 'helpText'],
]);

/** What meta attributes say of how a form shows something. `distances` are those of the class that is described. */
export function* uiHints(
  execution: Execution,
  meta: readonly MetaAttribute[],
  distances: Weights,
): Generator<unknown, JsonSchema, unknown> {
  const hints: Record<string, unknown> = {};
  for (const attribute of meta) {
    const { name } = attribute.type;
    const text = TEXTS.get(name);
    if (text !== undefined) hints[text] = (yield* execution.metaObject(attribute)).values.get('text');
    else if (name === 'io.murano.metadata.forms.Hidden') {
      hints.visible = (yield* execution.metaObject(attribute)).values.get('visible');
    } else if (name === 'io.murano.metadata.forms.Position') {
      const { values } = yield* execution.metaObject(attribute);
      hints.formSection = values.get('section') ?? null;
      const index = values.get('index') ?? null;
      if (index !== null) hints.formIndex = place(Number(index), attribute.declaring, distances);
    }
  }
  return hints;
}

interface Section {
  readonly name: string;
  readonly title: unknown;
  readonly index: number | undefined;
  readonly declaring: MetaAttribute['declaring'];
}

/**
 * The parts of a form, by name: title, and the place among the others when they have one. Of several with one
 * name that of the nearest class counts, and there the one with the least index.
 */
export function* formSections(
  execution: Execution,
  meta: readonly MetaAttribute[],
  distances: Weights,
): Generator<unknown, JsonSchema, unknown> {
  const sections = new Map<string, Section>();
  for (const attribute of meta) {
    if (attribute.type.name !== 'io.murano.metadata.forms.Section') continue;
    const section = sectionOf(yield* execution.metaObject(attribute), attribute);
    const known = sections.get(section.name);
    if (!known || isBefore(section, known, distances)) sections.set(section.name, section);
  }
  const placeOf = ({ index = 0, declaring }: Section) => place(index, declaring, distances);
  const ordered = [...sections.values()].filter(({ index }) => index !== undefined);
  ordered.sort((a, b) => placeOf(a) - placeOf(b));
  const entries = ordered.map(({ name, title }, index) => [name, { title, index }] as const);
  const others = [...sections.values()].filter(({ index }) => index === undefined);
  return Object.fromEntries([...entries, ...others.map(({ name, title }) => [name, { title }] as const)]);
}

function sectionOf({ values }: MuranoObject, { declaring }: MetaAttribute): Section {
  const index = values.get('index') ?? null;
  return {
    name: String(values.get('name')),
    title: values.get('title') ?? null,
    index: index === null ? undefined : Number(index),
    declaring,
  };
}

function isBefore(section: Section, other: Section, distances: Weights): boolean {
  const distance = ({ declaring }: Section) => distances.get(declaring?.name ?? '') ?? 0;
  const apart = distance(section) - distance(other);
  if (apart !== 0) return apart < 0;
  return section.index !== undefined && (other.index === undefined || section.index < other.index);
}
