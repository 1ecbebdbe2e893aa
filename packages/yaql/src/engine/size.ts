import { Float } from '../primitives/float';
import { Tagged } from '../primitives/kinds';
import { dictSize, isDict } from '../values/dict';
import { YaqlList, YaqlRange } from '../values/list';
import { YaqlSet } from '../values/set';

/**
 * The bytes that Python 3.11's `sys.getsizeof` tells of a value, by itself, without what it holds: the
 * memory quota of the language is counted in them.
 */
export function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return textSize(value);
    case 'number':
      return Number.isSafeInteger(value) && Math.abs(value) >= 2 ** 30 ? 32 : 28;
    case 'bigint':
      return 24 + 4 * Math.ceil(bitLength(value) / 30);
    case 'object':
      return value === null ? 16 : objectSize(value);
    default:
      return 28;
  }
}

/** The bytes of a text and of a list (Python's) without anything in them. */
export const EMPTY_TEXT = 49;
export const EMPTY_LIST = 56;

/**
 * The most that the original counts while it repeats a text or list: it begins with what it saves on empty
 * ones, so that a negative number of times costs as well.
 */
export function repeatedSize(empty: number, size: number, times: number | bigint): number {
  const saved = (1 - Number(times)) * empty;
  return Math.max(saved, saved + Number(times) * size);
}

function objectSize(value: object): number {
  if (Array.isArray(value)) return 40 + 8 * value.length;
  if (value instanceof YaqlList) return 56 + 8 * value.items.length;
  if (value instanceof YaqlSet) return setSize(value.size);
  if (value instanceof Float) return 24;
  if (value instanceof YaqlRange || value instanceof Tagged) return isDict(value) ? openDictSize(dictSize(value)) : 48;
  return 48;
}

/** The bytes of a set with that many members. */
export function setSize(members: number): number {
  if (members < 5) return 216;
  let slots = 32;
  while (members * 5 >= slots * 3) slots *= 4;
  return 216 + slots * 16;
}

/** The bytes of a dict with that many entries. */
export function openDictSize(entries: number): number {
  if (entries === 0) return 64;
  let slots = 8;
  while (Math.floor((slots * 2) / 3) < entries) slots *= 2;
  const index = slots <= 128 ? 1 : slots <= 65_536 ? 2 : 4;
  return 88 + slots * index + Math.floor((slots * 2) / 3) * 24;
}

function textSize(text: string): number {
  let widest = 0;
  let length = text.length;
  // Texts are long or many: one pass by units, pairs of surrogates counted once.
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > widest) widest = unit;
    if (unit >= 0xd800 && unit < 0xdc00) {
      length--;
      widest = 0x10000;
      at++;
    }
  }
  if (widest < 0x80) return 49 + length;
  if (widest < 0x100) return 73 + length;
  return widest < 0x10000 ? 74 + 2 * length : 76 + 4 * length;
}

/** How many binary digits a whole number has. */
export function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}
