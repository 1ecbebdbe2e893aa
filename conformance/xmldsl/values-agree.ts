import { isObject, type Json } from '@/lib/model/json';

/**
 * Equality of recorded and produced values. `%%AUTO:name%%` in what was recorded is a generated value: the
 * same one wherever that name stands, and host names differ from each other. `%%ANY%%` is any text.
 */
const TOKEN = /%%AUTO:([A-Za-z0-9_]+)%%|%%(ANY)%%/g;
const WHOLE_TOKEN = /^(?:%%AUTO:([A-Za-z0-9_]+)%%|%%ANY%%)$/;

/** Generated values by name. */
export type Bindings = Map<string, Json>;

/** @returns null when the values agree, else where and how they differ. Binds generated values as it goes. */
export function difference(want: Json, got: Json | undefined, bindings: Bindings, path: string): string | null {
  const generated = typeof want === 'string' ? (WHOLE_TOKEN.exec(want)?.[1] ?? null) : null;
  if (generated !== null) {
    const fits = (typeof got === 'string' || typeof got === 'number') && bind(bindings, generated, got);
    return fits ? null : `${path}: a generated value expected, got ${short(got)}`;
  }
  if (typeof want === 'string' && want.search(TOKEN) >= 0) {
    const fits = typeof got === 'string' && fitsPattern(want, got, bindings);
    return fits ? null : differs(path, want, got);
  }
  if (isObject(want)) return isObject(got) ? objectDifference(want, got, bindings, path) : differs(path, want, got);
  if (Array.isArray(want))
    return Array.isArray(got) ? listDifference(want, got, bindings, path) : differs(path, want, got);
  return want === got ? null : differs(path, want, got);
}

function objectDifference(
  want: Record<string, Json>,
  got: Record<string, Json>,
  bindings: Bindings,
  path: string,
): string | null {
  const missing = Object.keys(want).find((key) => !Object.hasOwn(got, key));
  if (missing !== undefined) return `${path}.${missing}: missing (want ${short(want[missing])})`;
  const extra = Object.keys(got).find((key) => !Object.hasOwn(want, key));
  if (extra !== undefined) return `${path}.${extra}: not expected (got ${short(got[extra])})`;
  for (const [key, value] of Object.entries(want)) {
    const found = difference(value, got[key], bindings, `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function listDifference(want: Json[], got: Json[], bindings: Bindings, path: string): string | null {
  if (want.length !== got.length) return `${path}: ${want.length} items expected, got ${got.length}: ${short(got)}`;
  for (const [index, value] of want.entries()) {
    const found = difference(value, got[index], bindings, `${path}[${index}]`);
    if (found !== null) return found;
  }
  return null;
}

function bind(bindings: Bindings, name: string, value: Json): boolean {
  if (bindings.has(name)) return bindings.get(name) === value;
  const another = [...bindings].some(([known, bound]) => known.startsWith('hostname') && bound === value);
  if (value === '' || (name.startsWith('hostname') && another)) return false;
  bindings.set(name, value);
  return true;
}

function fitsPattern(want: string, got: string, bindings: Bindings): boolean {
  const names: string[] = [];
  let pattern = '';
  let from = 0;
  for (const token of want.matchAll(TOKEN)) {
    pattern += literal(want.slice(from, token.index));
    const name = token[1];
    if (name === undefined) pattern += '(?:.*?)';
    else if (bindings.has(name)) pattern += literal(String(bindings.get(name)));
    else {
      pattern += '(.+?)';
      names.push(name);
    }
    from = token.index + token[0].length;
  }
  const match = new RegExp(`^(?:${pattern}${literal(want.slice(from))})$`, 's').exec(got);
  return match !== null && names.every((name, index) => bind(bindings, name, match[index + 1] ?? ''));
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function differs(path: string, want: Json, got: Json | undefined): string {
  return `${path}: want ${short(want)}, got ${short(got)}`;
}

/** A value for people, cut to one line. */
export function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 160 ? text : `${text.slice(0, 160)}…`;
}
