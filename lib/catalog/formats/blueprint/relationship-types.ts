import type { Json, JsonObject } from '@/lib/model/json';
import { type Operations, RELATIONSHIP_TYPES, type RelationshipType } from '@/lib/model/lifecycle/template';
import { checkFunctions } from './check-functions';
import { type Bindings, operationsIn } from './interfaces';
import type { Note } from './notes';
import type { BlueprintFile } from './schema';

const PREFIX = 'cloudify.relationships.';

/** A type of relationships with everything that it has from those that it derives from. */
export interface RelationshipKind {
  type: RelationshipType;
  properties: JsonObject;
  /** names of its properties, with a value or not */
  declared: readonly string[];
  sourceOperations: Operations;
  targetOperations: Operations;
}

/** Types that ship besides those of the lifecycle, and what they are. */
const FURTHER: Readonly<Record<string, RelationshipType>> = {
  [`${PREFIX}file_system_depends_on_volume`]: 'depends_on',
  [`${PREFIX}file_system_contained_in_compute`]: 'contained_in',
};

/** What a relationship of a type is, by the name of the type; null, and noted, for one that nobody knows. */
export type KindOf = (name: string, path: readonly PropertyKey[]) => RelationshipKind | null;

/** Reads the types of relationships of a blueprint: each has one parent, the last of them one that ships. */
export function relationshipKinds(file: BlueprintFile, bindings: Bindings, note: Note): KindOf {
  const known = new Map<string, RelationshipKind | null>();
  const find = (name: string, path: readonly PropertyKey[], below: readonly string[]): RelationshipKind | null => {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const shipped = shippedType(name);
    if (shipped) return { type: shipped, properties: {}, declared: [], sourceOperations: {}, targetOperations: {} };
    const own = Object.hasOwn(file.relationships, name) ? file.relationships[name] : undefined;
    if (!own) {
      note(path, 'unknown_type', unknownType(name));
      return null;
    }
    if (below.includes(name)) {
      note(path, 'type_circle', `The type ${name} derives from itself.`);
      return null;
    }
    const at = ['relationships', name];
    const parent = find(own.derived_from, [...at, 'derived_from'], [...below, name]);
    const defaults = Object.entries(own.properties).flatMap(([key, { default: value }]): [string, Json][] =>
      value === undefined ? [] : [[key, value]],
    );
    for (const [key, value] of defaults)
      checkFunctions(value, [...at, 'properties', key, 'default'], [...bindings.nodes], bindings, note);
    const kind = parent && {
      type: parent.type,
      declared: [...parent.declared, ...Object.keys(own.properties)],
      properties: { ...parent.properties, ...Object.fromEntries(defaults) },
      sourceOperations: {
        ...parent.sourceOperations,
        ...operationsIn(own.source_interfaces, [...at, 'source_interfaces'], 'relationship', bindings, note),
      },
      targetOperations: {
        ...parent.targetOperations,
        ...operationsIn(own.target_interfaces, [...at, 'target_interfaces'], 'relationship', bindings, note),
      },
    };
    known.set(name, kind);
    return kind;
  };
  for (const name of Object.keys(file.relationships)) {
    if (name.startsWith('cloudify.')) {
      const sentence = 'Types that begin with cloudify ship with Vetro: take another name.';
      note(['relationships', name], 'shipped_type', sentence);
    }
    find(name, ['relationships', name], []);
  }
  return (name, path) => find(name, path, []);
}

function shippedType(name: string): RelationshipType | undefined {
  if (Object.hasOwn(FURTHER, name)) return FURTHER[name];
  return RELATIONSHIP_TYPES.find((type) => `${PREFIX}${type}` === name);
}

function unknownType(name: string): string {
  if (/_shared_resource$/.test(name)) {
    return `${name} relates one deployment to another, and environments here stand alone: take connected_to or depends_on.`;
  }
  return `There is no type of relationships called ${name}. Types that ship: ${RELATIONSHIP_TYPES.map((type) => PREFIX + type).join(', ')}.`;
}
