import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { getOwn, putOwn } from './own-keys';
import { toInteger } from './python-values';

/** The cursor: keys and indexes from the root of the object model. */
export type Position = readonly (string | number)[];

/**
 * Takes the leading `:` and `/` off a path (Murano v0.2 guide, chapter 5, "Accessing Object Model"): each
 * `:` goes one level up and stops at the root, `/` goes to the root.
 * @returns where the rest of the path starts, and that rest.
 */
export function moveCursor(path: string, cursor: Position): { position: Position; rest: string } {
  let position = cursor;
  let index = 0;
  for (; path[index] === ':' || path[index] === '/'; index++) {
    position = path[index] === '/' ? [] : position.slice(0, -1);
  }
  return { position, rest: path.slice(index) };
}

/** The whole position of a dotted path: `::units.0.name` seen from a unit. */
export function resolvePath(path: string, cursor: Position): Position {
  const { position, rest } = moveCursor(path, cursor);
  return rest === '' ? position : [...position, ...rest.split('.')];
}

/** What stands at a position; null when anything on the way is missing, null or not an object or list. */
export function read(root: Json, position: Position): Json {
  let value = root;
  for (const part of position) {
    if (Array.isArray(value)) {
      const index = toInteger(part);
      value = index === null ? null : (value.at(index) ?? null);
    } else {
      value = isObject(value) ? (getOwn(value, String(part)) ?? null) : null;
    }
  }
  return value;
}

/** Whether something stands at a position, null too. */
export function exists(root: Json, position: Position): boolean {
  const last = position.at(-1);
  if (last === undefined) return true;
  const holder = read(root, position.slice(0, -1));
  if (!Array.isArray(holder)) return isObject(holder) && Object.hasOwn(holder, String(last));
  const index = toInteger(last);
  return index !== null && holder.at(index) !== undefined;
}

/** Why a value cannot be written at a position. */
export class UnwritablePath extends Error {}

/**
 * Writes a value, creating the objects that are missing on the way (and, if `throughNull`, those that
 * are null).
 *
 * @throws UnwritablePath for a position in a text, a number, or beyond the end of a list
 */
export function write(root: Json, position: Position, value: Json, throughNull: boolean): void {
  const last = position.at(-1);
  if (last === undefined) throw new UnwritablePath('the whole model cannot be replaced');
  let holder = root;
  for (const [depth, part] of position.slice(0, -1).entries()) {
    holder = enter(holder, part, throughNull, position.slice(0, depth + 1));
  }
  if (Array.isArray(holder)) holder[indexIn(holder, last)] = value;
  else if (isObject(holder)) putOwn(holder, String(last), value);
  else throw new UnwritablePath(`${nameOf(position.slice(0, -1))} is not an object`);
}

function enter(holder: Json, part: string | number, throughNull: boolean, walked: Position): Json {
  if (Array.isArray(holder)) return filled(holder, indexIn(holder, part), throughNull);
  if (!isObject(holder)) throw new UnwritablePath(`${nameOf(walked.slice(0, -1))} is not an object`);
  const inner = getOwn(holder, String(part));
  if (inner !== undefined && !(inner === null && throughNull)) return inner;
  const created: JsonObject = {};
  putOwn(holder, String(part), created);
  return created;
}

function filled(list: Json[], index: number, throughNull: boolean): Json {
  const inner = list[index] ?? null;
  if (inner !== null || !throughNull) return inner;
  const created: JsonObject = {};
  list[index] = created;
  return created;
}

function indexIn(list: Json[], part: string | number): number {
  const wanted = toInteger(part);
  const index = wanted !== null && wanted < 0 ? wanted + list.length : wanted;
  if (index === null || index < 0 || index >= list.length) {
    throw new UnwritablePath(`a list of ${list.length} has no place "${part}"`);
  }
  return index;
}

function nameOf(position: Position): string {
  return position.length === 0 ? 'the model' : `"${position.join('.')}"`;
}
