import { copyDict, type DictValue, dictGet, equals, isDict, toPythonText, withEntry } from '@vetro/yaql';
import { DslError, isDslError } from '../errors';
import { isWithin, lastOf, type Pointer, readPointer, samePlace, step } from './json-pointer';

interface Change {
  readonly op: string;
  readonly path: Pointer;
  readonly fields: DictValue;
}

/**
 * Changes data by JSON Patch (RFC 6902), as the original's library does: a change that leads through a place
 * that is not there ends the patch, and what was changed until then is the answer. What is given stays as it is.
 * Throws, under the names of that library, InvalidJsonPatch for a change that makes no sense, JsonPatchConflict
 * for one that the data do not allow, JsonPatchTestFailed, and JsonPointerException for a path that is none.
 */
export function applyPatch(value: unknown, changes: readonly unknown[]): unknown {
  const state = { value };
  const read = changes.map(readChange);
  try {
    for (const change of read) apply(state, change);
  } catch (error) {
    if (!isDslError(error) || error.kind !== 'jsonpointer.JsonPointerException') throw error;
  }
  return state.value;
}

const OPERATIONS: Readonly<Record<string, (state: { value: unknown }, change: Change) => void>> = {
  add: (state, { path, fields }) => {
    state.value = added(state.value, path, givenValue(fields));
  },
  remove: (state, { path }) => {
    state.value = removed(state.value, path);
  },
  replace: (state, { path, fields }) => {
    state.value = replaced(state.value, path, givenValue(fields));
  },
  copy: (state, { path, fields }) => {
    state.value = added(state.value, path, itemAt(state.value, sourceOf(fields)));
  },
  move: (state, { path, fields }) => {
    const from = sourceOf(fields);
    const item = itemAt(state.value, from);
    if (samePlace(path, from)) return;
    if (isDict(lastOf(state.value, from).holder) && isWithin(path, from)) {
      throw conflict('Cannot move values into their own children');
    }
    state.value = removed(state.value, from);
    state.value = added(state.value, path, item);
  },
  test: (state, { path, fields }) => {
    let found: unknown;
    try {
      found = path.reduce(step, state.value);
    } catch (error) {
      throw isDslError(error) ? new DslError('jsonpatch.JsonPatchTestFailed', error.message) : error;
    }
    const wanted = givenValue(fields);
    if (equals(found, wanted)) return;
    const said = `${toPythonText(found)} is not equal to tested value ${toPythonText(wanted)}`;
    throw new DslError('jsonpatch.JsonPatchTestFailed', said);
  },
};

function readChange(given: unknown): Change {
  if (typeof given !== 'string' && !Array.isArray(given) && !isDict(given)) {
    throw new DslError('TypeError', 'patch takes one change or a list of changes.');
  }
  const op = isDict(given) ? dictGet(given, 'op') : undefined;
  if (!isDict(given) || op === undefined) throw invalid("Operation does not contain 'op' member");
  if (typeof op !== 'string') throw invalid('Operation must be a string');
  if (!Object.hasOwn(OPERATIONS, op)) throw invalid(`Unknown operation '${op}'`);
  const path = dictGet(given, 'path');
  if (path === undefined) throw invalid("Operation must have a 'path' member");
  if (typeof path !== 'string') throw invalid("Invalid 'path'");
  return { op, path: readPointer(path), fields: given };
}

function apply(state: { value: unknown }, change: Change): void {
  OPERATIONS[change.op]?.(state, change);
}

function givenValue(fields: DictValue): unknown {
  const value = dictGet(fields, 'value');
  if (value === undefined) throw invalid("The operation does not contain a 'value' member");
  return value;
}

function sourceOf(fields: DictValue): Pointer {
  const from = dictGet(fields, 'from');
  if (from === undefined) throw invalid("The operation does not contain a 'from' member");
  if (typeof from !== 'string') throw new DslError('TypeError', "'from' must be a text");
  return readPointer(from);
}

/** What lies at the end of a path; only the whole way up to it must be there. */
function itemAt(value: unknown, path: Pointer): unknown {
  const { holder, part } = lastOf(value, path);
  const item = isDict(holder) && typeof part === 'string' ? dictGet(holder, part) : undefined;
  const found = typeof part === 'number' ? (holder as readonly unknown[] | string)[part] : item;
  if (part === '-' && !isDict(holder))
    throw new DslError('TypeError', 'list indices must be integers or slices, not str');
  if (found === undefined) throw conflict(`'${part ?? 'None'}'`);
  return found;
}

function added(value: unknown, path: Pointer, item: unknown): unknown {
  if (path.length === 0 && isDict(value)) return item;
  return changed(value, path, (holder, part) => {
    if (Array.isArray(holder)) {
      if (part === '-') return [...holder, item];
      if (typeof part !== 'number' || part > holder.length) throw conflict("can't insert outside of list");
      return holder.toSpliced(part, 0, item);
    }
    if (!isDict(holder) || part === null) throw unresolved(path, part);
    return withEntry(holder, String(part), item);
  });
}

function replaced(value: unknown, path: Pointer, item: unknown): unknown {
  if (path.length === 0) return item;
  return changed(value, path, (holder, part) => {
    if (part === '-') throw invalid("'path' with '-' can't be applied to 'replace' operation");
    if (Array.isArray(holder)) {
      if (typeof part !== 'number' || part >= holder.length) throw conflict("can't replace outside of list");
      return holder.with(part, item);
    }
    if (!isDict(holder) || part === null) throw unresolved(path, part);
    if (dictGet(holder, String(part)) === undefined) throw conflict(`can't replace a non-existent object '${part}'`);
    return withEntry(holder, String(part), item);
  });
}

function removed(value: unknown, path: Pointer): unknown {
  return changed(value, path, (holder, part) => {
    if (Array.isArray(holder) && typeof part === 'number' && part < holder.length) return holder.toSpliced(part, 1);
    if (isDict(holder) && typeof part === 'string' && dictGet(holder, part) !== undefined) {
      const copy = copyDict(holder);
      copy.delete(part);
      return copy;
    }
    if (!isDict(holder) && typeof part !== 'number') throw new DslError('TypeError', 'There is nothing to remove.');
    throw conflict(`can't remove a non-existent object '${part ?? 'None'}'`);
  });
}

/** Rebuilds what is on the way to the last part of a path. */
function changed(
  value: unknown,
  path: Pointer,
  change: (holder: unknown, part: string | number | null) => unknown,
): unknown {
  const holders: unknown[] = [];
  let at = value;
  for (const part of path.slice(0, -1)) {
    holders.push(at);
    at = step(at, part);
  }
  let made = change(at, lastOf(value, path).part);
  for (let index = holders.length - 1; index >= 0; index--) {
    const holder = holders[index];
    const part = path[index] as string;
    made = Array.isArray(holder) ? holder.with(Number(part), made) : withEntry(holder as DictValue, part, made);
  }
  return made;
}

function invalid(message: string): DslError {
  return new DslError('jsonpatch.InvalidJsonPatch', message);
}

function conflict(message: string): DslError {
  return new DslError('jsonpatch.JsonPatchConflict', message);
}

function unresolved(path: Pointer, part: string | number | null): DslError {
  if (part === null) return new DslError('TypeError', 'invalid document type');
  return conflict(`unable to fully resolve json pointer /${path.join('/')}, part ${part}`);
}
