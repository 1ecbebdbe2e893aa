import { Float, isTrue, isYaqlError, parseIntText } from '@vetro/yaql';
import { objectOf } from '../objects/murano-object';
import { isPlaceholder } from './placeholder';
import { shown, violation } from './violation';

/** A contract that hangs on the value alone; `isCheck`: nothing is converted, the value must be right already. */
export type BasicContract = (value: unknown, isCheck: boolean) => unknown;

/**
 * `int()`: whole numbers; texts that read as one, floats and bools are converted; null stays.
 *
 * @throws DslError ContractViolationException
 */
export function int(value: unknown, isCheck = false): unknown {
  if (typeof value === 'bigint' || value === null || isPlaceholder(value)) return value;
  if (isCheck && !Number.isInteger(value)) throw refusal(value);
  switch (typeof value) {
    case 'number':
      if (Number.isFinite(value)) return wholeOf(value);
      break;
    case 'boolean':
      return Number(value);
    case 'string':
      return intOf(value);
    default:
      if (value instanceof Float) return wholeOf(value.value);
  }
  throw refusal(value);
}

function wholeOf(value: number): number | bigint {
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : BigInt(whole);
}

function intOf(text: string): number | bigint {
  try {
    return parseIntText(text);
  } catch (error) {
    if (isYaqlError(error)) throw refusal(text);
    throw error;
  }
}

function refusal(value: unknown): Error {
  return violation(`Value ${shown(value)} violates int() contract`);
}

/**
 * `string()`: texts; whole numbers and bools are written, objects become their id; null stays.
 *
 * @throws DslError ContractViolationException
 */
export function string(value: unknown, isCheck = false): unknown {
  if (typeof value === 'string' || value === null || isPlaceholder(value)) return value;
  if (!isCheck) {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return String(value);
    const object = objectOf(value);
    if (object) return object.id;
  }
  throw violation(`Value ${shown(value)} violates string() contract`);
}

/**
 * `bool()`: anything by its truthiness; null stays.
 *
 * @throws DslError ContractViolationException
 */
export function bool(value: unknown, isCheck = false): unknown {
  if (value === null || typeof value === 'boolean' || isPlaceholder(value)) return value;
  if (isCheck) throw violation(`Value ${shown(value)} violates bool() contract`);
  return isTrue(value);
}

/**
 * `notNull()`.
 *
 * @throws DslError ContractViolationException for null
 */
export function notNull(value: unknown): unknown {
  if (value === null || value === undefined) throw violation('null value violates notNull() contract');
  return value;
}

/** The contracts that may be run without a scope, by name. */
export const BASIC: ReadonlyMap<string, BasicContract> = new Map<string, BasicContract>([
  ['int', int],
  ['string', string],
  ['bool', bool],
  ['notNull', notNull],
]);
