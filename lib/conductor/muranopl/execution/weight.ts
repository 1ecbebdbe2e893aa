import { isDict, YaqlDict, YaqlError, YaqlList, YaqlSet } from '@vetro/yaql';

/** How many values a variable or property may hold, lists and dicts inside one another written out. */
const MAX_VALUES = 100_000;

/** How much collections with others in them weigh: they never change, and are met again and again. */
const weights = new WeakMap<object, number>();

/**
 * Answers a value that is not too large once it is written out. A list that holds another twice costs nothing
 * to make, and does so again and again: every walk over it would take for ever.
 *
 * @throws MemoryQuotaExceededException
 */
export function bounded<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || weigh(value) <= MAX_VALUES) return value;
  throw new YaqlError(
    'MemoryQuotaExceededException',
    `The program was stopped because a value grew beyond ${MAX_VALUES} parts.`,
  );
}

function weigh(value: object): number {
  const known = weights.get(value);
  if (known !== undefined) return known;
  const parts = partsOf(value);
  if (!parts) return 1;
  let weight = 1;
  let isNested = false;
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) {
      isNested = true;
      weight += weigh(part);
    } else weight++;
  }
  if (isNested) weights.set(value, weight);
  return weight;
}

function partsOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof YaqlDict) return value.mayHoldCollections ? value.values() : [];
  if (value instanceof YaqlList || value instanceof YaqlSet) return value.items;
  return isDict(value) ? Object.values(value) : undefined;
}
