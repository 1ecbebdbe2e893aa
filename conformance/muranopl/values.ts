import { MuranoObject, ObjectView, TypeInfo, TypeReference, VersionInfo } from '@/lib/conductor/muranopl';
import { YaqlDict, YaqlSet } from '@/lib/conductor/yaql';
import { writeValue as writePlain } from '../yaql/values';

/** Writes a value of the protocol: those of YAQL, and objects, classes, versions. */
export function writeValue(value: unknown): unknown {
  if (value instanceof MuranoObject) return { $object: { id: value.id, type: value.type.name } };
  if (value instanceof ObjectView) return { $object: { id: value.object.id, type: value.type.name } };
  if (value instanceof TypeReference || value instanceof TypeInfo) return { $type: value.type.name };
  if (value instanceof VersionInfo) return { $version: value.text };
  if (Array.isArray(value)) return value.map(writeValue);
  if (value instanceof YaqlSet) return value.items.map(writeValue);
  if (value instanceof Map) return { $dict: [...value].map(([key, held]) => [writeValue(key), writeValue(held)]) };
  if (value instanceof YaqlDict) return writeDict(value);
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null) return writePlain(value);
  return Object.fromEntries(Object.entries(value as object).map(([key, held]) => [key, writeValue(held)]));
}

function writeDict(dict: YaqlDict): unknown {
  const entries = dict.entries();
  if (entries.every(([key]) => typeof key === 'string')) {
    return Object.fromEntries(entries.map(([key, held]) => [key, writeValue(held)]));
  }
  return { $dict: entries.map(([key, held]) => [writeValue(key), writeValue(held)]) };
}
