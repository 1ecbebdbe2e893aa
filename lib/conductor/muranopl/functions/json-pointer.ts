import { dictGet, isDict } from '@vetro/yaql';
import { DslError } from '../errors';

/** The parts of a JSON pointer (RFC 6901), unescaped; the empty one is the whole document. */
export type Pointer = readonly string[];

/**
 * Reads a pointer.
 *
 * @throws JsonPointerException unless it is empty or begins with a slash, with `~0` and `~1` alone
 */
export function readPointer(text: string): Pointer {
  const wrong = /~[^01]|~$/.exec(text);
  if (wrong) throw failure(`Found invalid escape ${wrong[0]}`);
  const [first, ...parts] = text.split('/');
  if (first !== '') throw failure('Location must start with /');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether two pointers lead to one place. */
export function samePlace(one: Pointer, other: Pointer): boolean {
  return one.length === other.length && isWithin(one, other);
}

/** Whether a pointer leads to a place or into it. */
export function isWithin(inner: Pointer, outer: Pointer): boolean {
  return outer.every((part, at) => inner[at] === part);
}

/**
 * What holds the last part, and that part as its holder wants it: a number in lists, null for the whole document.
 * Throws JsonPointerException when the way up to it is not there.
 */
export function lastOf(value: unknown, path: Pointer): { holder: unknown; part: string | number | null } {
  const last = path.at(-1);
  if (last === undefined) return { holder: value, part: null };
  const holder = path.slice(0, -1).reduce(step, value);
  return { holder, part: partOf(holder, last) };
}

/**
 * Goes one step down.
 *
 * @throws JsonPointerException when there is nothing
 */
export function step(holder: unknown, part: string): unknown {
  const key = partOf(holder, part);
  const found = isDict(holder) ? dictGet(holder, part) : (holder as readonly unknown[] | string)[key as number];
  if (found === undefined) {
    throw failure(typeof key === 'number' ? `index '${key}' is out of bounds` : `member '${part}' not found`);
  }
  return found;
}

function partOf(holder: unknown, part: string): string | number {
  if (isDict(holder)) return part;
  if (!Array.isArray(holder) && typeof holder !== 'string') throw failure('The document does not support indexing');
  if (part === '-') return part;
  if (!/^\d+$/.test(part)) throw failure(`'${part}' is not a valid sequence index`);
  return Number(part);
}

function failure(message: string): DslError {
  return new DslError('jsonpointer.JsonPointerException', message);
}
