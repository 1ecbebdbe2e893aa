import type { Problems } from '../diagnostics';
import type { Template } from '../source/value';
import type { Namespaces, TypeName } from './declarations';
import { Fields, isNothing, nameOf, nearest } from './fields';

export const NO_NAMESPACES: Namespaces = { own: '', prefixes: new Map() };

const NAMESPACE = /^[A-Za-z_][\p{L}\p{N}_]*(?:\.[A-Za-z_][\p{L}\p{N}_]*)*$/u;

/** Reads `Namespaces:`, a mapping of prefixes; `=` is the prefix of names without one. */
export function readNamespaces(template: Template, problems: Problems): Namespaces {
  const prefixes = new Map<string, string>();
  let own = '';
  for (const { name, value } of Fields.of(template, 'Namespaces', problems) ?? []) {
    const isEmpty = isNothing(value) || (value.kind === 'constant' && value.value === '');
    const namespace = isEmpty ? '' : nameOf(value, 'A namespace', problems);
    if (namespace === undefined) continue;
    if (!isEmpty && !NAMESPACE.test(namespace)) {
      problems.error('bad_namespace', `"${namespace}" is not a namespace: words with dots between them.`, value.place, {
        text: namespace,
      });
      continue;
    }
    if (name === '=') own = namespace;
    else prefixes.set(name, namespace);
  }
  return { own, prefixes };
}

/**
 * The full name of a class: `prefix:Name` by its prefix, `Name` and `:Name` in the own namespace, `a.b.Name`
 * as it is. Undefined for a prefix that no namespace has, and for what is no name at all.
 */
export function resolveName(namespaces: Namespaces, name: string): string | undefined {
  const parts = name.split(':');
  if (parts.length === 1) return name.includes('.') ? name : inNamespace(namespaces.own, name);
  const [prefix = '', rest = ''] = parts;
  if (parts.length > 2 || rest === '') return undefined;
  return resolvePrefixed(namespaces, prefix, rest);
}

/** The same for a prefix and a name that are already apart. */
export function resolvePrefixed(namespaces: Namespaces, prefix: string, name: string): string | undefined {
  const namespace = prefix === '' || prefix === '=' ? namespaces.own : namespaces.prefixes.get(prefix);
  return namespace === undefined ? undefined : inNamespace(namespace, name);
}

function inNamespace(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}.${name}`;
}

/** Reads a class named in a declaration; undefined, with a problem, when it cannot be resolved. */
export function readTypeName(
  template: Template,
  what: string,
  namespaces: Namespaces,
  problems: Problems,
): TypeName | undefined {
  const name = nameOf(template, what, problems);
  if (name === undefined) return undefined;
  const full = resolveName(namespaces, name);
  if (full !== undefined) return { name: full, written: name, place: template.place };
  const prefix = name.split(':')[0] ?? '';
  problems.error('unknown_prefix', `No namespace has the prefix "${prefix}".`, template.place, {
    text: name,
    hint: nearest(prefix, namespaces.prefixes.keys()) ?? `Add "${prefix}: …" to Namespaces.`,
  });
  return undefined;
}
