import type { MuranoObject } from '../objects/murano-object';
import type { Run } from '../run/run';
import type { MetaAttribute } from '../types/meta';
import type { JsonSchema } from './json-schema';

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['io.murano.metadata.Title', 'title'],
  ['io.murano.metadata.Description', 'description'],
  ['io.murano.metadata.HelpText', 'helpText'],
]);

/** What meta attributes say of how a form shows something. */
export function* uiHints(session: Run, meta: readonly MetaAttribute[]): Generator<unknown, JsonSchema, unknown> {
  const hints: Record<string, unknown> = {};
  for (const attribute of meta) {
    const { name } = attribute.type;
    const text = TEXTS.get(name);
    if (text !== undefined) hints[text] = (yield* session.metaObject(attribute)).values.get('text');
    else if (name === 'io.murano.metadata.forms.Hidden') {
      const { values } = yield* session.metaObject(attribute);
      if (values.get('visible') !== true) hints.visible = false;
    } else if (name === 'io.murano.metadata.forms.Position') {
      const { values } = yield* session.metaObject(attribute);
      hints.formSection = values.get('section') ?? null;
      hints.formIndex = values.get('index') ?? null;
    }
  }
  return hints;
}

/** The parts of a form, by name: title, and the place among the others. The first of a name counts. */
export function* formSections(session: Run, meta: readonly MetaAttribute[]): Generator<unknown, JsonSchema, unknown> {
  const sections: MuranoObject[] = [];
  for (const attribute of meta) {
    if (attribute.type.name === 'io.murano.metadata.forms.Section') sections.push(yield* session.metaObject(attribute));
  }
  const indexOf = (section: MuranoObject) => Number(section.values.get('index') ?? 0);
  sections.sort((a, b) => indexOf(a) - indexOf(b));
  const named = new Map<string, { index: number; title: unknown }>();
  for (const { values } of sections) {
    const name = String(values.get('name'));
    if (!named.has(name)) named.set(name, { index: named.size, title: values.get('title') ?? null });
  }
  return Object.fromEntries(named);
}
