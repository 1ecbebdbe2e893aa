import { INLINE_KEY, WHOLE_KEY } from '@/lib/formats/template-keys';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { namedResources, type PlanTemplate } from '@/lib/model/package-resources';
import type { LoadedPackages } from '../../ports/conductor';
import type { Dialect } from './dialect';
import { getOwn, putOwn } from './own-keys';
import { toText } from './python-values';

/** Who names a template or a script. */
export interface NameOrigin {
  /** full name of the package of the workflow */
  package: string;
  /**
   * type of the service that the rule stands on, where the name is computed: a library is given names by the packages
   * that require it, and means theirs. Null where the workflow says the name itself, and where there is no service.
   */
  serviceType: string | null;
}

/** Where templates and scripts come from; null for a name that means nothing there. */
export interface TemplateSource {
  /** @throws AmbiguousName */
  stackTemplate(name: string, origin: NameOrigin): JsonObject | null;
  planTemplate(name: string, origin: NameOrigin): PlanTemplate | null;
  /** the script of a machine's first start: `Default` is that of `FirstBoot-Default.ps1` */
  userData(template: string, origin: NameOrigin): string | null;
}

/** A sentence about a template that means nothing where it is named. @param what with its article */
export function unknownTemplate(what: string, name: string): string {
  return `neither the package nor one that it requires has ${what} named "${name}".`;
}

/** A sentence about a `$key` of a template that no mapping gives. */
export function missingKey(template: string, key: string): string {
  return `the template "${template}" needs a value for "$${key}", and no mapping gives one.`;
}

/** How scripts that are user data begin. */
export const USER_DATA_PREFIX = 'FirstBoot-';

/** The templates and scripts of loaded packages. */
export function packageTemplates(packages: Pick<LoadedPackages, 'resources' | 'serviceTypes'>): TemplateSource {
  const named = namedResources(packages.resources);
  const from = ({ package: own, serviceType }: NameOrigin): string => {
    const owner = packages.serviceTypes?.find(({ type }) => type === serviceType)?.package;
    return owner !== undefined && named.sees(owner, own) ? owner : own;
  };
  return {
    stackTemplate: (name, origin) => named.stackTemplate(name, from(origin)),
    planTemplate: (name, origin) => named.plan(name, from(origin)),
    userData: (template, origin) => {
      const name = `${USER_DATA_PREFIX}${template}`;
      return named.script(name, from(origin), (file) => file.replace(/\.[^.]*$/, '') === name) ?? null;
    },
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

function strict(mappings: JsonObject): (text: string) => Json {
  const lookUp = (key: string): Json => {
    const value = getOwn(mappings, key);
    if (value === undefined) throw new MissingKey(key);
    return structuredClone(value);
  };
  return (text) => {
    const whole = WHOLE_KEY.exec(text);
    if (whole) return whole[1] ? text.slice(1) : lookUp(whole[2] ?? whole[3] ?? '');
    return text.replace(INLINE_KEY, (found, escaped: string, key: string) =>
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
