import type { Execution } from '../execution/execution';
import { MuranoObject, ObjectView, objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { metaOfProperty } from '../types/meta';
import type { Waiting } from '../types/waiting';
import { inline, mixed, serializable } from './notations';
import { type Notation, serialize } from './serialize';

/** The three ways to write an object: as a model, as code writes it, or both. */
export type DumpNotation = 'Serializable' | 'Inline' | 'Mixed';

const SERIALIZE = 'io.murano.metadata.engine.Serialize';
const WRITERS = { Serializable: serializable, Inline: inline, Mixed: mixed };

/** `dump()`: an object and what it holds as data. With `ignoreUpcasts` a view counts as the object itself. */
export function* dump(execution: Execution, value: unknown, notation: DumpNotation, ignoreUpcasts = true): Waiting {
  const references = yield* referenceProperties(execution, value);
  const writer: Notation = {
    object: WRITERS[notation],
    type: (reference) => (notation === 'Serializable' ? reference.type.modelName : reference),
    isReference: (object, name) => references.has(object.type.property(name)?.declaration),
  };
  const object = !ignoreUpcasts && value instanceof ObjectView ? seenAs(value) : value;
  return serialize(object, writer, true).value;
}

/** A copy of the object with the properties and the class that the view shows. */
function seenAs(view: ObjectView): MuranoObject {
  const { object, type } = view;
  const copy = new MuranoObject(object.id, type, object.owner, object.displayName, object.metadata);
  for (const [name, value] of object.values) if (type.propertyNames.has(name)) copy.values.set(name, value);
  return copy;
}

/** The properties that meta says to write as references, of all classes that are met. */
function* referenceProperties(execution: Execution, start: unknown): Generator<unknown, Set<unknown>, unknown> {
  const found = new Set<unknown>();
  const seen = new Set<unknown>();
  const open: unknown[] = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const object = objectOf(next);
    if (!object) {
      if (typeof next === 'object' && next !== null && !(next instanceof TypeReference)) open.push(...partsOf(next));
      continue;
    }
    if (seen.has(object)) continue;
    seen.add(object);
    open.push(...object.values.values());
    for (const name of object.type.propertyNames) {
      const property = object.type.property(name);
      const meta = property && metaOfProperty(property).find(({ type }) => type.name === SERIALIZE);
      if (!meta) continue;
      const attribute = yield* execution.metaObject(meta);
      if (attribute.values.get('as') === 'reference') found.add(property.declaration);
    }
  }
  return found;
}

function partsOf(value: object): unknown[] {
  if (Array.isArray(value)) return value;
  return 'values' in value && typeof value.values === 'function' ? [...value.values()] : Object.values(value);
}
