import { type DictValue, dictEntries, isDict, YaqlDict, YaqlSet } from '@vetro/yaql';
import { type MuranoObject, objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { VersionInfo } from '../objects/version-info';
import { isWritten } from './written-properties';

/** An object that stands here by its id for now; a later walk may write it out. */
class Reference {
  constructor(readonly object: MuranoObject) {}
}

/** How objects are written. */
export interface Notation {
  /** the dict of an object, of its header and properties */
  object(object: MuranoObject, properties: YaqlDict): unknown;
  /** how a class is written where it stands as a value */
  type(reference: TypeReference): unknown;
  /** whether a property is written as a reference in any case */
  isReference?(object: MuranoObject, property: string): boolean;
  /** whether a property that is no part of the written model is written all the same */
  isAdded?(object: MuranoObject, property: string): boolean;
}

export interface Serialized {
  readonly value: unknown;
  /** the ids of the objects that were written out */
  readonly ids: ReadonlySet<string>;
}

/**
 * Writes a value with the objects in it. An object is written out where its owner holds it, one without an owner
 * where no object is around, and is an id everywhere else. One that stands nowhere so is written out at the first
 * reference that a later walk finds; with `allowRefs` only when it has no owner, or the value is an object below
 * that owner.
 */
export function serialize(value: unknown, notation: Notation, allowRefs: boolean): Serialized {
  const root = objectOf(value);
  const writer = new Writer(notation, allowRefs, root?.owner);
  let written = root ? writer.write(root) : writer.first(value, undefined);
  while (writer.hasOpen) {
    const before = writer.ids.size;
    written = writer.again(written);
    if (writer.ids.size === before) break;
  }
  return { value: withIds(written), ids: writer.ids };
}

class Writer {
  readonly ids = new Set<string>();
  hasOpen = false;

  constructor(
    private readonly notation: Notation,
    private readonly allowRefs: boolean,
    /** the owner of the object that is written as a whole */
    private readonly rootOwner: MuranoObject | undefined,
  ) {}

  /** Writes a value that stands in an object. */
  first(value: unknown, holder: MuranoObject | undefined): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const object = objectOf(value);
    if (object) return this.place(object, holder);
    if (value instanceof TypeReference) return this.notation.type(value);
    if (value instanceof VersionInfo) return value.text;
    if (Array.isArray(value)) return value.map((item) => this.first(item, holder));
    if (value instanceof YaqlSet) return value.items.map((item) => this.first(item, holder));
    if (!isDict(value)) return value;
    const dict = new YaqlDict();
    for (const [key, held] of dictEntries(value as DictValue))
      dict.set(this.first(key, holder), this.first(held, holder));
    return dict;
  }

  private place(object: MuranoObject, holder: MuranoObject | undefined): unknown {
    const isHere = object.owner === holder && !this.ids.has(object.id);
    if (isHere) return this.write(object);
    this.hasOpen = true;
    return new Reference(object);
  }

  write(object: MuranoObject): unknown {
    this.ids.add(object.id);
    const properties = new YaqlDict();
    for (const [name, value] of object.values) {
      if (!isWritten(object, name) && this.notation.isAdded?.(object, name) !== true) continue;
      if (this.notation.isReference?.(object, name) === true) properties.set(name, asReferences(value));
      else properties.set(name, this.first(value, object));
    }
    return this.notation.object(object, properties);
  }

  /** Walks over what is written, and writes out what nobody else did. */
  again(value: unknown): unknown {
    if (value instanceof Reference) return this.settle(value);
    if (Array.isArray(value)) return value.map((item) => this.again(item));
    if (!(value instanceof YaqlDict)) return value;
    const dict = new YaqlDict();
    for (const [key, held] of value.entries()) dict.set(key, this.again(held));
    return dict;
  }

  private settle(reference: Reference): unknown {
    const { object } = reference;
    if (this.ids.has(object.id)) return reference;
    const { owner } = object;
    const isBelow = owner !== undefined && isWithin(this.rootOwner, owner) && this.ids.has(owner.id);
    return !this.allowRefs || owner === undefined || isBelow ? this.write(object) : reference;
  }
}

function isWithin(object: MuranoObject | undefined, above: MuranoObject): boolean {
  for (let next = object; next; next = next.owner) if (next === above) return true;
  return false;
}

function asReferences(value: unknown): unknown {
  const object = objectOf(value);
  if (object) return new Reference(object);
  if (Array.isArray(value)) return value.map(asReferences);
  if (!isDict(value)) return value;
  const dict = new YaqlDict();
  for (const [key, held] of dictEntries(value as DictValue)) dict.set(key, asReferences(held));
  return dict;
}

function withIds(value: unknown): unknown {
  if (value instanceof Reference) return value.object.id;
  if (Array.isArray(value)) return value.map(withIds);
  if (!(value instanceof YaqlDict)) return value;
  const dict = new YaqlDict();
  for (const [key, held] of value.entries()) dict.set(withIds(key), withIds(held));
  return dict;
}
