import { YaqlDict, YaqlSet } from '@vetro/yaql';
import { MuranoObject, ObjectView, TypeInfo, TypeReference, VersionInfo } from '@/lib/conductor/muranopl';
import { writeValue as writePlain } from '@/packages/yaql/corpus/values';

/** As `writeValue`, for what a call answers: a version leaves the engine as the list of its parts. */
export function writeResultValue(value: unknown): unknown {
  return writeValue(value, ({ parts }) => parts);
}

/** Writes a value of the protocol: those of YAQL, and objects, classes, versions. */
export function writeValue(value: unknown, version: (version: VersionInfo) => unknown = withText): unknown {
  if (value instanceof MuranoObject) return { $object: { id: value.id, type: value.type.name } };
  if (value instanceof ObjectView) return { $object: { id: value.object.id, type: value.type.name } };
  if (value instanceof TypeReference || value instanceof TypeInfo) return { $type: value.type.name };
  if (value instanceof VersionInfo) return version(value);
  if (Array.isArray(value)) return value.map((item) => writeValue(item, version));
  if (value instanceof YaqlSet) return value.items.map((item) => writeValue(item, version));
  if (value instanceof Map)
    return { $dict: [...value].map(([key, held]) => [writeValue(key, version), writeValue(held, version)]) };
  if (value instanceof YaqlDict) return writeDict(value, version);
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null) return writePlain(value);
  return Object.fromEntries(Object.entries(value as object).map(([key, held]) => [key, writeValue(held, version)]));
}

function withText({ text }: VersionInfo): unknown {
  return { $version: text };
}

function writeDict(dict: YaqlDict, version: (version: VersionInfo) => unknown): unknown {
  const entries = dict.entries();
  if (entries.every(([key]) => typeof key === 'string')) {
    return Object.fromEntries(entries.map(([key, held]) => [key, writeValue(held, version)]));
  }
  return { $dict: entries.map(([key, held]) => [writeValue(key, version), writeValue(held, version)]) };
}
