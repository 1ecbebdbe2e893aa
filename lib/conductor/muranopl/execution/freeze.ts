import {
  type Context,
  type DictValue,
  dictEntries,
  END,
  isDict,
  isIterable,
  KIND,
  limited,
  type Runtime,
  walk,
  YaqlDict,
  YaqlIterator,
  YaqlList,
  YaqlSet,
} from '@vetro/yaql';

/**
 * Makes of a value what a variable or property holds: lazy sequences walked to their end, open lists, dicts
 * and sets closed, all the way down. What is so already is not copied. Throws CollectionTooLargeException for
 * more items than the run allows.
 */
export function freeze(value: unknown, context: Context): unknown {
  if (typeof value !== 'object' || value === null) return value === undefined ? null : value;
  if (Array.isArray(value)) return freezeItems(value, context);
  if (value instanceof YaqlDict) return freezeDict(value, context);
  if (value instanceof YaqlSet) return value.kind === KIND.set ? value : YaqlSet.of(value.items);
  if (value instanceof YaqlList) return freezeItems(value.items, context);
  if (value instanceof YaqlIterator || isIterable(value)) return freezeItems(itemsOf(value, context), context);
  return isDict(value) ? freezePlain(value as Readonly<Record<string, unknown>>, context) : value;
}

/** All items of a lazy list, as many as the run allows. */
function itemsOf(value: unknown, context: Context): readonly unknown[] {
  const all = value instanceof YaqlIterator ? value.takeAll?.() : undefined;
  if (all) return all;
  const items: unknown[] = [];
  const pull = limited(walk(value), context);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    items.push(item);
  }
  return items;
}

function freezeItems(items: readonly unknown[], context: Context): readonly unknown[] {
  limit(context.runtime, items.length);
  let copy: unknown[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (typeof item !== 'object' || item === null) continue;
    const frozen = freeze(item, context);
    if (frozen === item) continue;
    copy ??= [...items];
    copy[at] = frozen;
  }
  return copy ?? items;
}

function freezeDict(dict: YaqlDict, context: Context): YaqlDict {
  limit(context.runtime, dict.size);
  if (dict.kind === KIND.dict && !dict.mayHoldCollections) return dict;
  const copy = new YaqlDict();
  let changed = dict.kind !== KIND.dict;
  for (const [key, value] of dict.entries()) {
    const frozenKey = freeze(key, context);
    const frozen = freeze(value, context);
    if (frozen !== value || frozenKey !== key) changed = true;
    copy.set(frozenKey, frozen);
  }
  return changed ? copy : dict;
}

function freezePlain(dict: Readonly<Record<string, unknown>>, context: Context): DictValue {
  const entries = dictEntries(dict);
  limit(context.runtime, entries.length);
  let copy: YaqlDict | undefined;
  for (const [key, value] of entries) {
    const frozen = freeze(value, context);
    if (frozen === value) continue;
    if (!copy) {
      copy = new YaqlDict();
      for (const [name, held] of entries) copy.set(name, held);
    }
    copy.set(key, frozen);
  }
  return copy ?? dict;
}

/** Refuses what is too large, and counts the look at what is not. */
function limit(runtime: Runtime | undefined, items: number): void {
  runtime?.collection(items);
  runtime?.spend(1 + (items >> 3));
}
