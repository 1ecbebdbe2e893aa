import { type DictValue, dictEntries, isDict, YaqlSet } from '@vetro/yaql';
import { isMachine } from '../forms/machines';
import { type MuranoObject, objectOf } from '../objects/murano-object';

/**
 * Whether an object holds a machine in a property: itself, in lists and maps, or below an object that it holds. What is
 * only referred to is held elsewhere.
 */
export function keepsMachine(object: MuranoObject, property: string): boolean {
  return holdsMachine(object.values.get(property), object, new Set());
}

function holdsMachine(value: unknown, holder: MuranoObject, seen: Set<MuranoObject>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const object = objectOf(value);
  if (object) {
    const isHeld = object.owner === holder || object.owner === undefined;
    if (!isHeld || seen.has(object)) return false;
    seen.add(object);
    return isMachine(object.type) || [...object.values.values()].some((inner) => holdsMachine(inner, object, seen));
  }
  if (Array.isArray(value)) return value.some((item) => holdsMachine(item, holder, seen));
  if (value instanceof YaqlSet) return [...value.items].some((item) => holdsMachine(item, holder, seen));
  if (!isDict(value)) return false;
  return [...dictEntries(value as DictValue)].some((pair) => pair.some((part) => holdsMachine(part, holder, seen)));
}
