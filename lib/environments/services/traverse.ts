import { errors, type VetroError } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';

/**
 * Walks the services' tree as the Murano v0.2 guide describes (chapter 4, "Services API"): in a list a
 * segment is an element's `id`, or its index counted from 0; in an object it is a key.
 *
 * @param root usually the list of services
 * @param segments the path below `/services`
 * @returns the value there; undefined where the path leads nowhere
 */
export function traverse(root: Json, segments: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const segment of segments) value = value === undefined ? undefined : step(value, segment);
  return value;
}

/** The index of a list's element that a segment means; -1 for none. */
export function indexIn(list: readonly Json[], segment: string): number {
  const byId = list.findIndex((item) => isObject(item) && item.id === segment);
  if (byId >= 0) return byId;
  return /^(0|[1-9]\d{0,5})$/.test(segment) && Number(segment) < list.length ? Number(segment) : -1;
}

/** The refusal of a path that leads nowhere. */
export function nothingAtError(segments: readonly string[]): VetroError {
  return errors.notFound('service_not_found', `There is nothing at services/${segments.join('/')}.`);
}

function step(value: Json, segment: string): Json | undefined {
  if (Array.isArray(value)) return value[indexIn(value, segment)];
  if (isObject(value) && Object.hasOwn(value, segment)) return value[segment];
  return undefined;
}

/**
 * A copy of a tree with the value at a path replaced, added (a new key of an object) or, when `value`
 * is undefined, removed.
 *
 * @returns undefined when the path leads nowhere
 */
export function withValueAt(root: Json, segments: readonly string[], value: Json | undefined): Json | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return value;
  if (Array.isArray(root)) {
    const index = indexIn(root, segment);
    const old = root[index];
    if (old === undefined) return undefined;
    if (rest.length === 0 && value === undefined) return root.toSpliced(index, 1);
    const inner = withValueAt(old, rest, value);
    return inner === undefined ? undefined : root.with(index, inner);
  }
  if (!isObject(root)) return undefined;
  const old = Object.hasOwn(root, segment) ? root[segment] : undefined;
  if (rest.length > 0) {
    const inner = old === undefined ? undefined : withValueAt(old, rest, value);
    return inner === undefined ? undefined : { ...root, [segment]: inner };
  }
  if (value !== undefined) return segment === '__proto__' ? undefined : { ...root, [segment]: value };
  if (old === undefined) return undefined;
  const { [segment]: _, ...others } = root;
  return others;
}
