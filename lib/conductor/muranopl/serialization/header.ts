import { type DictValue, dictEntries, dictGet, isDict } from '@vetro/yaql';
import { DslError } from '../errors';
import { TypeReference } from '../objects/type-reference';
import type { Classes } from '../types/classes';
import type { MuranoType } from '../types/murano-type';

/** An object as a model describes it. */
export interface ObjectDescription {
  /** undefined when the description names no class */
  readonly type: MuranoType | undefined;
  readonly id: string | undefined;
  readonly name: string | null;
  readonly metadata: unknown;
  readonly properties: ReadonlyMap<string, unknown>;
  /** who is told when the object is destroyed: `{onDestruction: [{subscriber, handler}]}` */
  readonly dependencies: unknown;
}

/** How class names in a model are read: as code of that class writes them, or as full names. */
export interface NameScope {
  readonly classes: Classes;
  readonly type: MuranoType | undefined;
}

/**
 * Reads one of the three notations of an object: `{'?': {id, type, …}, property: …}` with the type as a text or
 * a class, or `{<class>: {property: …}, id: …, name: …}`. A dict without a class is a list of properties.
 *
 * @throws ValueError for a header that is none
 */
export function describeObject(value: DictValue, scope: NameScope): ObjectDescription {
  const header = dictGet(value, '?');
  if (header !== undefined) return withHeader(header, value, scope);
  const entries = dictEntries(value);
  const typed = entries.find(([key]) => key instanceof TypeReference || isPrefixedName(key, scope));
  if (!typed) {
    return {
      type: undefined,
      id: undefined,
      name: null,
      metadata: null,
      properties: asProperties(entries),
      dependencies: null,
    };
  }
  const [key, held] = typed;
  if (held !== null && !isDict(held)) throw new DslError('ValueError', 'The properties of an object must be a dict.');
  return {
    type: key instanceof TypeReference ? key.type : nameIn(scope, key as string),
    id: textOr(dictGet(value, 'id')),
    name: textOr(dictGet(value, 'name')) ?? null,
    metadata: dictGet(value, 'metadata') ?? null,
    properties: asProperties(held === null ? [] : dictEntries(held)),
    dependencies: dictGet(value, 'dependencies') ?? null,
  };
}

/** `'prefix:Name'`, where there is code by whose namespaces it can be read. */
function isPrefixedName(key: unknown, scope: NameScope): boolean {
  return scope.type !== undefined && typeof key === 'string' && /^\w*:[A-Za-z_][\w.]*$/.test(key);
}

function nameIn({ classes, type }: NameScope, name: string): MuranoType | undefined {
  return type && classes.find(type.resolve(name), type.package_);
}

function withHeader(header: unknown, value: DictValue, scope: NameScope): ObjectDescription {
  if (!isDict(header)) throw new DslError('ValueError', "The header '?' of an object must be a dict.");
  const written = dictGet(header, 'type');
  return {
    type: written === undefined || written === null ? undefined : readType(written, header, scope.classes),
    id: textOr(dictGet(header, 'id')),
    name: textOr(dictGet(header, 'name')) ?? null,
    metadata: dictGet(header, 'metadata') ?? null,
    properties: asProperties(dictEntries(value).filter(([key]) => key !== '?')),
    dependencies: dictGet(header, 'dependencies') ?? null,
  };
}

const TYPE_TEXT = /^([A-Za-z0-9_.]+)(?:\/([^@]+))?(?:@([A-Za-z0-9_.]+))?$/;

/** A name in a header is a full one, whoever gives it; with no version said it means version 0. */
function readType(written: unknown, header: DictValue, classes: Classes): MuranoType {
  if (written instanceof TypeReference) return written.type;
  if (typeof written !== 'string')
    throw new DslError('ValueError', 'The type of an object must be the name of a class.');
  const match = TYPE_TEXT.exec(written);
  if (!match) throw new DslError('ValueError', `'${written}' is not the name of a class.`);
  const [, name = '', version, packageName] = match;
  return classes.find(name, undefined, {
    versionSpec: version ?? textOr(dictGet(header, 'classVersion')),
    packageName: packageName ?? textOr(dictGet(header, 'package')),
  });
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What no property can be called is a mistake in the model; a name that no class knows is passed over. */
const PROPERTY_NAME = /^(?!__)[\p{L}_]/u;

function asProperties(entries: readonly (readonly [unknown, unknown])[]): ReadonlyMap<string, unknown> {
  const properties = new Map<string, unknown>();
  for (const [key, value] of entries) {
    if (typeof key !== 'string') continue;
    if (!PROPERTY_NAME.test(key)) throw new DslError('RuntimeError', `'${key}' cannot be the name of a property.`);
    properties.set(key, value);
  }
  return properties;
}
