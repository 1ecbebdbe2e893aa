import { type DictValue, dictEntries, isDict, YaqlSet } from '@vetro/yaql';
import type { Execution } from '../execution/execution';
import { type MuranoObject, objectOf } from '../objects/murano-object';

/**
 * The objects of a run that nothing leads to any more, in the order they were made. While a program runs, what is needed
 * keeps its owner; in the tree of the end (`ownersStay` false) an object that is only referred to does not.
 */
export function unreachable(execution: Execution, roots: Iterable<unknown>, ownersStay: boolean): MuranoObject[] {
  const reached = new Set<MuranoObject>();
  const open: unknown[] = [...roots];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    execution.runtime.step();
    const object = objectOf(value);
    if (object) {
      if (reached.has(object)) continue;
      reached.add(object);
      open.push(...object.values.values(), ...object.native.values());
      if (ownersStay) open.push(object.owner);
      for (const values of object.privates.values()) open.push(...values.values());
    } else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (value instanceof YaqlSet) open.push(...value.items);
    else if (isDict(value)) for (const [key, held] of dictEntries(value as DictValue)) open.push(key, held);
  }
  return [...execution.objects.all].filter((object) => !reached.has(object) && object.life !== 'destroyed');
}

/** What a run holds on to by itself: what the host holds, static properties, calls that are under way. */
export function* rootsOf(execution: Execution): Generator<unknown> {
  yield* execution.held;
  yield* execution.statics.values();
  yield* execution.journals.values();
  for (const frame of execution.frames) {
    yield frame.self;
    yield frame.result;
    yield* frame.inUse;
    yield* frame.context.ownValues();
  }
}
