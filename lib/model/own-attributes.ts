import { isObject, type JsonObject } from './json';
import { property } from './property';
import type { Property } from './service-type';

/**
 * Attributes of a service, or of one of its machines, that its type does not have: whoever put a value at the attribute's
 * own address meant it (guide, table 4.23). Their names are kept beside them, so that a slip of the fingers elsewhere is
 * still told.
 */
export const OWN_ATTRIBUTES = 'byAuthor';

/** How many of them one object may have, and how long their names may be. */
export const MAX_OWN_ATTRIBUTES = 100;
export const OWN_ATTRIBUTE_CHARACTERS = 255;

/** A note on the place that every machine may have (guide, table 4.8), also of a type that does not speak of it. */
export const NOTE_ON_PLACE = property({ name: 'location', kind: 'string', label: 'Note on the place', max: 255 });

/** The names of an object's own attributes. */
export function ownAttributesOf(owner: Record<string, unknown>): string[] {
  const names = owner[OWN_ATTRIBUTES];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** An object whose attribute is its own from now on. */
export function withOwnAttribute(owner: JsonObject, name: string): JsonObject {
  return { ...owner, [OWN_ATTRIBUTES]: [...new Set([...ownAttributesOf(owner), name])] };
}

/** An object that names only those attributes its own that it has. */
export function tidyOwnAttributes(owner: JsonObject): JsonObject {
  if (!Object.hasOwn(owner, OWN_ATTRIBUTES) || !Array.isArray(owner[OWN_ATTRIBUTES])) return owner;
  const { [OWN_ATTRIBUTES]: _, ...others } = owner;
  const names = ownAttributesOf(owner).filter((name) => Object.hasOwn(others, name));
  return names.length === 0 ? others : { ...others, [OWN_ATTRIBUTES]: names };
}

/** The own attributes of several forms of one object, as properties that are told by their names. */
export function ownProperties(...forms: unknown[]): Property[] {
  const names = new Set(
    forms.flatMap((form) => (isObject(form as JsonObject) ? ownAttributesOf(form as JsonObject) : [])),
  );
  return [...names].map((name) => property({ name, kind: 'string', label: name }));
}
