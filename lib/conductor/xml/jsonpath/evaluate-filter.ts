import { isObject, type Json } from '@/lib/model/json';
import { getOwn } from '../own-keys';
import { compare, equals, isTruthy, toInteger, toText } from '../python-values';
import type { Arithmetic, Comparison, Filter, FilterFunction, TextPart } from './syntax';

/** What a filter may not do: it ends the filter, which then is false. Never leaves this folder. */
class FilterFailure extends Error {}

/** The values that fill a query's holes. */
export type Bindings = readonly Json[];

/**
 * The value of a filter on one object. An error inside (a missing index, text minus number) makes the
 * whole filter `false`, as in the original.
 */
export function evaluateFilter(filter: Filter, current: Json, bindings: Bindings): Json {
  try {
    return new Evaluation(current, bindings).value(filter);
  } catch (error) {
    if (error instanceof FilterFailure) return false;
    throw error;
  }
}

/** A text with its holes filled; values read as in `<text>`. */
export function fillText(parts: readonly TextPart[], bindings: Bindings): string {
  return parts.map((part) => (typeof part === 'string' ? part : toText(bindings[part.hole] ?? null))).join('');
}

/** A bound value where a value stands unquoted: a text that spells a number or constant is that, else text. */
function literal(value: Json): Json {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return Number(text);
  if (text === 'None') return null;
  if (text === 'True' || text === 'False') return text === 'True';
  return value;
}

class Evaluation {
  constructor(
    private readonly current: Json,
    private readonly bindings: Bindings,
  ) {}

  value(filter: Filter): Json {
    switch (filter.kind) {
      case 'value':
        return filter.value;
      case 'text':
        return fillText(filter.parts, this.bindings);
      case 'hole':
        return literal(this.bindings[filter.hole] ?? null);
      case 'current':
        return this.current;
      case 'attribute':
        return attribute(this.value(filter.of), filter.names);
      case 'absent':
        return this.absent(filter.name);
      case 'index':
        return item(this.value(filter.of), this.value(filter.key));
      case 'tuple':
        return filter.items.map((inner) => this.value(inner));
      case 'call':
        return call(
          filter.name,
          filter.arguments.map((inner) => this.value(inner)),
        );
      case 'not':
        return !isTruthy(this.value(filter.of));
      case 'negate':
        return -number(this.value(filter.of));
      case 'and': {
        const left = this.value(filter.left);
        return isTruthy(left) ? this.value(filter.right) : left;
      }
      case 'or': {
        const left = this.value(filter.left);
        return isTruthy(left) ? left : this.value(filter.right);
      }
      case 'choose':
        return this.value(isTruthy(this.value(filter.condition)) ? filter.yes : filter.no);
      case 'arithmetic':
        return arithmetic(filter.operator, this.value(filter.left), this.value(filter.right));
      case 'compare': {
        let left = this.value(filter.first);
        for (const { operator, operand } of filter.rest) {
          const right = this.value(operand);
          if (!holds(operator, left, right)) return false;
          left = right;
        }
        return true;
      }
    }
  }

  private absent(name: string): boolean {
    if (!isObject(this.current)) throw new FilterFailure();
    return !Object.hasOwn(this.current, name);
  }
}

/** Follows names; anything missing, or below a text or null, is null. */
function attribute(start: Json, names: readonly string[]): Json {
  let value = start;
  for (const name of names) {
    if (Array.isArray(value)) {
      const index = toInteger(name);
      value = index === null ? null : (value.at(index) ?? null);
    } else {
      value = isObject(value) ? (getOwn(value, name) ?? null) : null;
    }
  }
  return value;
}

function item(of: Json, key: Json): Json {
  const found =
    typeof key === 'number' && (Array.isArray(of) || typeof of === 'string')
      ? of.at(Math.trunc(key))
      : isObject(of) && typeof key === 'string'
        ? getOwn(of, key)
        : undefined;
  if (found === undefined) throw new FilterFailure();
  return found;
}

function holds(operator: Comparison, left: Json, right: Json): boolean {
  switch (operator) {
    case '==':
      return equals(left, right);
    case '!=':
      return !equals(left, right);
    case 'is':
      return left === right;
    case 'is not':
      return left !== right;
    case 'in':
      return within(left, right);
    case 'not in':
      return !within(left, right);
    case '<':
      return compare(left, right) < 0;
    case '<=':
      return compare(left, right) <= 0;
    case '>':
      return compare(left, right) > 0;
    case '>=':
      return compare(left, right) >= 0;
  }
}

function within(value: Json, container: Json): boolean {
  if (Array.isArray(container)) return container.some((inner) => equals(inner, value));
  if (typeof value !== 'string') throw new FilterFailure();
  if (typeof container === 'string') return container.includes(value);
  if (isObject(container)) return Object.hasOwn(container, value);
  throw new FilterFailure();
}

function number(value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  throw new FilterFailure();
}

function arithmetic(operator: Arithmetic, left: Json, right: Json): Json {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right;
  if (operator === '+' && Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  const [a, b] = [number(left), number(right)];
  const result = compute(operator, a, b);
  if (!Number.isFinite(result)) throw new FilterFailure();
  return result;
}

function compute(operator: Arithmetic, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '**':
      return a ** b;
    case '//':
      return Math.floor(a / b);
    case '%':
      return a - b * Math.floor(a / b);
    case '/':
      // whole numbers divide to a whole number, as on Python 2
      return Number.isInteger(a) && Number.isInteger(b) ? Math.floor(a / b) : a / b;
  }
}

function call(name: FilterFunction, args: Json[]): Json {
  const [first = null] = args;
  if (name === 'min' || name === 'max') {
    const items = args.length === 1 && Array.isArray(first) ? first : args;
    if (items.length === 0) throw new FilterFailure();
    return items.reduce((best, next) =>
      (name === 'min' ? compare(next, best) < 0 : compare(next, best) > 0) ? next : best,
    );
  }
  if (args.length !== 1) throw new FilterFailure();
  switch (name) {
    case 'len':
      if (Array.isArray(first) || typeof first === 'string') return first.length;
      if (isObject(first)) return Object.keys(first).length;
      throw new FilterFailure();
    case 'str':
      return toText(first);
    case 'bool':
      return isTruthy(first);
    case 'abs':
      return Math.abs(number(first));
    case 'int': {
      const whole = toInteger(first);
      if (whole === null) throw new FilterFailure();
      return whole;
    }
    case 'float': {
      const value = typeof first === 'string' && first.trim() !== '' ? Number(first) : number(first);
      if (Number.isNaN(value)) throw new FilterFailure();
      return value;
    }
  }
}
