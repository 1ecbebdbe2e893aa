import { copyDict, type DictValue, dictGet, equals, isDict, YaqlError } from '@/lib/conductor/yaql';

/**
 * Changes data by JSON Patch (RFC 6902): `add`, `remove`, `replace`, `move`, `copy`, `test`. What is given stays
 * as it is. Throws ValueError for a change that makes no sense, KeyError for a place that is not there.
 */
export function applyPatch(value: unknown, changes: readonly unknown[]): unknown {
  return changes.reduce((result, change) => {
    if (!isDict(change)) throw new YaqlError('ValueError', 'A change must be a dict with op and path.');
    return applyChange(result, change);
  }, value);
}

function applyChange(value: unknown, change: DictValue): unknown {
  const path = pathOf(change, 'path');
  switch (dictGet(change, 'op')) {
    case 'add':
      return add(value, path, dictGet(change, 'value'));
    case 'remove':
      return remove(value, path);
    case 'replace':
      return add(remove(value, path), path, dictGet(change, 'value'));
    case 'copy':
      return add(value, path, read(value, pathOf(change, 'from')));
    case 'move': {
      const from = pathOf(change, 'from');
      return add(remove(value, from), path, read(value, from));
    }
    case 'test':
      if (equals(read(value, path), dictGet(change, 'value') ?? null)) return value;
      throw new YaqlError('ValueError', `The value at '/${path.join('/')}' is not what the patch expects.`);
    default:
      throw new YaqlError('ValueError', 'The op of a change must be add, remove, replace, move, copy or test.');
  }
}

function pathOf(change: DictValue, key: string): string[] {
  const path = dictGet(change, key);
  if (Array.isArray(path)) return path.map(String);
  if (typeof path !== 'string') throw new YaqlError('ValueError', `A change needs ${key}.`);
  const parts = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return path.startsWith('/') ? parts.slice(1) : path === '' ? [] : parts;
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce((holder, part) => {
    const inner = Array.isArray(holder)
      ? holder[indexOf(holder, part, false)]
      : isDict(holder)
        ? dictGet(holder, part)
        : undefined;
    if (inner === undefined) throw missing(part);
    return inner;
  }, value);
}

function add(value: unknown, path: readonly string[], added: unknown): unknown {
  if (added === undefined) throw new YaqlError('ValueError', 'A change of this kind needs value.');
  return (
    change(value, path, (holder, part) => {
      if (Array.isArray(holder)) return holder.toSpliced(indexOf(holder, part, true), 0, added);
      const copy = copyDict(holder as DictValue);
      copy.set(part, added);
      return copy;
    }) ?? added
  );
}

function remove(value: unknown, path: readonly string[]): unknown {
  return change(value, path, (holder, part) => {
    if (Array.isArray(holder)) return holder.toSpliced(indexOf(holder, part, false), 1);
    const copy = copyDict(holder as DictValue);
    if (!copy.has(part)) throw missing(part);
    copy.delete(part);
    return copy;
  });
}

/** Rebuilds what is on the way to the last part; undefined for the empty path, which is the whole. */
function change(value: unknown, path: readonly string[], last: (holder: unknown, part: string) => unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return undefined;
  if (!Array.isArray(value) && !isDict(value)) throw missing(part);
  if (rest.length === 0) return last(value, part);
  if (Array.isArray(value)) {
    const index = indexOf(value, part, false);
    return value.with(index, change(value[index], rest, last));
  }
  const inner = dictGet(value, part);
  if (inner === undefined) throw missing(part);
  const copy = copyDict(value);
  copy.set(part, change(inner, rest, last));
  return copy;
}

function indexOf(items: readonly unknown[], part: string, atEnd: boolean): number {
  if (atEnd && part === '-') return items.length;
  const index = Number(part);
  if (!/^\d+$/.test(part) || index > items.length - (atEnd ? 0 : 1)) throw missing(part);
  return index;
}

function missing(part: string): YaqlError {
  return new YaqlError('KeyError', `The patch names a place that is not there: '${part}'.`);
}
