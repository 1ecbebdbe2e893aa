import { DslError } from '../errors';
import type { Namespaces } from '../syntax/declarations';
import * as written from '../syntax/namespaces';

const NAME = /^(?:(?:[A-Za-z_][\p{L}\p{N}_]*)?:)?[A-Za-z_][\p{L}\p{N}_]*(?:\.[A-Za-z_][\p{L}\p{N}_]*)*$/u;

/**
 * Makes a full class name of a written one, for code that runs.
 *
 * @throws ValueError for what is no name, and KeyError for a prefix that no namespace has
 */
export function resolveName(name: string, namespaces: Namespaces): string {
  if (!NAME.test(name)) throw new DslError('ValueError', `Invalid type name "${name}"`);
  return written.resolveName(namespaces, name) ?? unknownPrefix(name.split(':')[0]);
}

/** As `resolveName`, for a prefix and a name that are already apart. */
export function resolvePrefixed(prefix: string, name: string, namespaces: Namespaces): string {
  return written.resolvePrefixed(namespaces, prefix, name) ?? unknownPrefix(prefix);
}

function unknownPrefix(prefix = ''): never {
  throw new DslError('KeyError', `There is no namespace with the prefix '${prefix}'.`);
}
