import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { LoadedPackages } from '../../ports/conductor';
import type { Dialect } from './dialect';
import { getOwn, putOwn } from './own-keys';
import { toText } from './python-values';

/** Where templates and scripts come from; null for a name that no package has. */
export interface TemplateSource {
  stackTemplate(name: string): JsonObject | null;
  planTemplate(name: string): JsonObject | null;
  /** PowerShell by file name */
  readonly scripts: Readonly<Record<string, string>>;
}

/** The templates and scripts of loaded packages. */
export function packageTemplates(
  packages: Pick<LoadedPackages, 'stackTemplates' | 'planTemplates' | 'scripts'>,
): TemplateSource {
  const own = <T>(record: Record<string, T>, name: string): T | null =>
    Object.hasOwn(record, name) ? (record[name] ?? null) : null;
  return {
    stackTemplate: (name) => own(packages.stackTemplates, name),
    planTemplate: (name) => own(packages.planTemplates, name),
    scripts: packages.scripts,
  };
}

/** A `$key` of a template that no mapping provides. */
export class MissingKey extends Error {
  constructor(readonly key: string) {
    super(`no mapping for "${key}"`);
  }
}

/**
 * Fills a template (Murano v0.2 guide, chapter 5, "Workflow actions" and "Execution Plans"): every text that
 * is exactly `$key`, value or key of an object, becomes the mapping's value, which may be any JSON; `${key}`
 * inside a longer text becomes that value as text. `$$key` and `$${key}` stand for a literal `$key` and
 * `${key}`. Mapped values are never looked into. Throws MissingKey, unless the dialect keeps such texts.
 */
export function fillTemplate(
  template: JsonObject,
  mappings: JsonObject,
  dialect: Pick<Dialect, 'missingKey'>,
): JsonObject {
  const fill = (value: Json): Json => {
    if (typeof value === 'string') return fillString(value);
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value) ? fillObject(value) : value;
  };
  const fillObject = (object: JsonObject): JsonObject => {
    const filled: JsonObject = {};
    for (const [key, inner] of Object.entries(object)) putOwn(filled, toText(fillString(key)), fill(inner));
    return filled;
  };
  const fillString = dialect.missingKey === 'keep' ? keeping(mappings) : strict(mappings);
  return fillObject(template);
}

const KEY = '[A-Za-z_][A-Za-z0-9_.-]*';
const WHOLE = new RegExp(`^\\$(\\$?)(?:(${KEY})|\\{(${KEY})\\})$`);
const INLINE = new RegExp(`(\\$?)\\$\\{(${KEY})\\}`, 'g');

function strict(mappings: JsonObject): (text: string) => Json {
  const lookUp = (key: string): Json => {
    const value = getOwn(mappings, key);
    if (value === undefined) throw new MissingKey(key);
    return structuredClone(value);
  };
  return (text) => {
    const whole = WHOLE.exec(text);
    if (whole) return whole[1] ? text.slice(1) : lookUp(whole[2] ?? whole[3] ?? '');
    return text.replace(INLINE, (found, escaped: string, key: string) =>
      escaped ? found.slice(1) : toText(lookUp(key)),
    );
  };
}

/** Murano 0.2: whole texts only; a key without a value, or with null, stays as it is. */
function keeping(mappings: JsonObject): (text: string) => Json {
  return (text) => {
    const value = text.startsWith('$') ? getOwn(mappings, text.slice(1)) : undefined;
    return value === undefined || value === null ? text : structuredClone(value);
  };
}
