import type { FieldProblem } from '../field-problem';
import { isObject, type Json } from '../json';

/** What a blueprint does about a secret: a new one is made, or somebody types it. */
export type SecretMode = 'generate' | 'ask';

/** Stands in a blueprint where a secret goes. Secrets of one `key` are equal. */
export interface SecretMarker {
  $secret: SecretMode;
  key?: string;
}

/** The marker that a value is; null for anything else. */
export function secretMarkerOf(value: Json): SecretMarker | null {
  if (!isObject(value) || !Object.hasOwn(value, '$secret') || markerProblem(value)) return null;
  return {
    $secret: value.$secret as SecretMode,
    ...(typeof value.key === 'string' ? { key: value.key } : {}),
  };
}

/** The parameter that stands for a value; null for anything else. */
export function parameterMarkerOf(value: Json): string | null {
  if (!isObject(value) || !Object.hasOwn(value, '$parameter') || markerProblem(value)) return null;
  return String(value.$parameter);
}

/** What is wrong with an object that means to be a marker; null when it is right, or none. */
function markerProblem(value: { [key: string]: Json }): string | null {
  const strangers = (known: string[]) => Object.keys(value).find((key) => !known.includes(key));
  if (Object.hasOwn(value, '$secret')) {
    const stranger = strangers(['$secret', 'key']);
    if (stranger !== undefined) return `A secret's marker has no "${stranger}".`;
    if (value.$secret !== 'generate' && value.$secret !== 'ask') return 'A secret is marked "generate" or "ask".';
    const { key } = value;
    if (key !== undefined && (typeof key !== 'string' || !/^[A-Za-z0-9-]{1,64}$/.test(key))) {
      return 'The key of a secret has letters, digits and hyphens.';
    }
    return null;
  }
  if (!Object.hasOwn(value, '$parameter')) {
    const unknown = Object.keys(value).find((key) => key.startsWith('$'));
    return unknown === undefined ? null : `There is no marker "${unknown}". Use "$secret" or "$parameter".`;
  }
  const stranger = strangers(['$parameter']);
  if (stranger !== undefined) return `A parameter's marker has no "${stranger}".`;
  return typeof value.$parameter === 'string' ? null : 'Name the parameter, for example {"$parameter": "domain"}.';
}

/** Replaces the values of a tree from the outside in; what `replace` gives is not looked into again. */
export function mapTree(
  value: Json,
  replace: (value: Json, path: string) => { value: Json } | null,
  path: string,
): Json {
  const replaced = replace(value, path);
  if (replaced) return replaced.value;
  const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((item, index) => mapTree(item, replace, below(index)));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTree(inner, replace, below(key))]));
}

/** Markers that are malformed, by path. */
export function markerProblems(value: Json, path: string): FieldProblem[] {
  const found: FieldProblem[] = [];
  mapTree(
    value,
    (inner, at) => {
      const sentence = isObject(inner) ? markerProblem(inner) : null;
      if (sentence === null) return null;
      found.push({ path: at, code: 'bad_marker', sentence });
      return { value: null };
    },
    path,
  );
  return found;
}
