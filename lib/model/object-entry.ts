import { isObject, type Json, type JsonObject } from './json';

/** An entry of services that is an object of MuranoPL: its header tells id and class. */
export interface ObjectEntry extends JsonObject {
  '?': JsonObject;
}

/** What an entry has beside the properties of its object: Vetro's own. */
export const ENTRY_KEYS = ['id', 'type', 'created', 'updated', 'units', 'state', 'status', 'temp', 'uri'] as const;

/** Whether a service is an object of MuranoPL, told by its header `?`. */
export function isObjectEntry(service: unknown): service is ObjectEntry {
  return isObject(service) && isObject(service['?']);
}

/**
 * Whether an entry holds the answers to the form of its class, like every service: the object is made of them when it
 * is deployed.
 */
export function isFormEntry(service: unknown): service is ObjectEntry {
  return isObjectEntry(service) && service['?'].form === true;
}

/** Whether an entry is an object in full, as programs send it: only its class knows its rules, and no form shows it. */
export function isWholeObject(service: unknown): service is ObjectEntry {
  return isObjectEntry(service) && service['?'].form !== true;
}

/**
 * The header of the entry of a service that was filled in by a form.
 *
 * @param sent the service as a client sent it, perhaps with notes of its own in its header
 */
export function formHeader(id: string, className: string, before: unknown, sent: JsonObject): JsonObject {
  const kept = isObjectEntry(before) ? before['?'] : {};
  const noted = isObjectEntry(sent) ? sent['?'] : {};
  return { ...noted, type: className, ...kept, id, form: true };
}

/** The full name of the class in a header's `type`, which may say more: `Name/version@package`. */
export function classNameIn(type: Json | undefined): string {
  return typeof type === 'string' ? (type.split(/[/@]/)[0] ?? '') : '';
}

/** Every class that is named in the headers of a value, however deep. */
export function classesIn(value: Json): string[] {
  const found = new Set<string>();
  const visit = (inner: Json): void => {
    if (Array.isArray(inner)) inner.forEach(visit);
    else if (isObject(inner)) {
      if (isObject(inner['?'])) found.add(classNameIn(inner['?'].type));
      Object.values(inner).forEach(visit);
    }
  };
  visit(value);
  found.delete('');
  return [...found];
}

/**
 * An object as a client sent it, as an entry: it has the id, the type and the name of a service, and every object in
 * it an id of 32 hexadecimal digits. Ids with dashes lose them, wherever they are referred to.
 *
 * @param before the entry as it was; undefined for a new one
 */
export function asEntry(
  sent: ObjectEntry,
  before: { id: string; name: string } | undefined,
  newId: () => string,
): ObjectEntry {
  const plain = withPlainIds(sent);
  const entry = withIds(plain, newId) as ObjectEntry;
  const header: JsonObject = { ...entry['?'], ...(before ? { id: before.id } : {}) };
  const type = classNameIn(header.type);
  const name = [entry.name, header.name, before?.name, type.split('.').at(-1)].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  );
  return { ...entry, '?': header, type, name: name ?? '' };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const PLAIN = /^[0-9a-f]{32}$/;

/** Ids written as UUIDs become plain, in headers and where other objects name them. */
function withPlainIds(entry: ObjectEntry): ObjectEntry {
  const renamed = new Map<string, string>();
  mapHeaders(entry, (header) => {
    if (typeof header.id === 'string' && UUID.test(header.id)) {
      renamed.set(header.id, header.id.replaceAll('-', '').toLowerCase());
    }
    return header;
  });
  if (renamed.size === 0) return entry;
  const visit = (value: Json): Json => {
    if (typeof value === 'string') return renamed.get(value) ?? value;
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
  };
  return visit(entry) as ObjectEntry;
}

function withIds(entry: ObjectEntry, newId: () => string): Json {
  return mapHeaders(entry, (header) =>
    typeof header.id === 'string' && PLAIN.test(header.id) ? header : { ...header, id: newId() },
  );
}

function mapHeaders(value: Json, change: (header: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => mapHeaders(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '?' && isObject(inner) ? [key, change(inner)] : [key, mapHeaders(inner, change)],
    ),
  );
}
