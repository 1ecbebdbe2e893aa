import { DslError } from '../errors';
import type { Namespaces } from '../syntax/declarations';

/**
 * Makes a full class name of a written one: `prefix:Name`, `:Name`, `Name`, `a.b.Name`. Throws KeyError for a
 * prefix that no namespace has.
 */
export function resolveName(name: string, namespaces: Namespaces): string {
  const colon = name.indexOf(':');
  if (colon < 0) return name.includes('.') ? name : inNamespace(namespaces.own, name);
  return resolvePrefixed(name.slice(0, colon), name.slice(colon + 1), namespaces);
}

/** As `resolveName`, for a prefix and a name that are already apart. */
export function resolvePrefixed(prefix: string, name: string, namespaces: Namespaces): string {
  if (prefix === '' || prefix === '=') return inNamespace(namespaces.own, name);
  const namespace = namespaces.prefixes.get(prefix);
  if (namespace === undefined) throw new DslError('KeyError', `There is no namespace with the prefix '${prefix}'.`);
  return inNamespace(namespace, name);
}

function inNamespace(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}.${name}`;
}
