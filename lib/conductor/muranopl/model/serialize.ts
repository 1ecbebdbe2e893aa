import { type DictValue, dictEntries, isDict, YaqlDict, YaqlSet } from '@/lib/conductor/yaql';
import { type MuranoObject, objectOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { VersionInfo } from '../reflection/package-info';
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
}

export interface Serialized {
  readonly value: unknown;
  /** the ids of the objects that were written out */
  readonly ids: ReadonlySet<string>;
}

/**
 * Writes a value with the objects in it. An object is written out where its owner holds it, and is an id
 * everywhere else. One that nobody holds as its owner any more is written out at the first reference that a
 * later walk finds; with `allowRefs` only where its owner, if it has one, is above that place.
 */
export function serialize(value: unknown, notation: Notation, allowRefs: boolean): Serialized {
  const writer = new Writer(notation, allowRefs);
  let written = writer.first(value, undefined);
  while (writer.hasOpen) {
    const before = writer.ids.size;
    written = writer.again(written, undefined);
    if (writer.ids.size === before) break;
  }
  return { value: withIds(written), ids: writer.ids };
}

class Writer {
  readonly ids = new Set<string>();
  hasOpen = false;
  /** who stands around a written dict, so that a later walk knows */
  private readonly holders = new WeakMap<object, MuranoObject>();

  constructor(
    private readonly notation: Notation,
    private readonly allowRefs: boolean,
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
    const isHere = (holder === undefined || object.owner === holder) && !this.ids.has(object.id);
    if (isHere) return this.write(object);
    this.hasOpen = true;
    return new Reference(object);
  }

  private write(object: MuranoObject): unknown {
    this.ids.add(object.id);
    const properties = new YaqlDict();
    for (const [name, value] of object.values) {
      if (!isWritten(object, name)) continue;
      if (this.notation.isReference?.(object, name) === true) properties.set(name, asReferences(value));
      else properties.set(name, this.first(value, object));
    }
    const written = this.notation.object(object, properties);
    if (typeof written === 'object' && written !== null) this.holders.set(written, object);
    return written;
  }

  /** Walks over what is written, and writes out what nobody else did. */
  again(value: unknown, holder: MuranoObject | undefined): unknown {
    if (value instanceof Reference) return this.settle(value, holder);
    if (Array.isArray(value)) return value.map((item) => this.again(item, holder));
    if (!(value instanceof YaqlDict)) return value;
    const around = this.holders.get(value) ?? holder;
    const dict = new YaqlDict();
    for (const [key, held] of value.entries()) dict.set(key, this.again(held, around));
    const object = this.holders.get(value);
    if (object) this.holders.set(dict, object);
    return dict;
  }

  private settle(reference: Reference, holder: MuranoObject | undefined): unknown {
    const { object } = reference;
    if (this.ids.has(object.id)) return reference;
    const mayMove = !this.allowRefs || object.owner === undefined || isWithin(holder, object.owner);
    return mayMove ? this.write(object) : reference;
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
