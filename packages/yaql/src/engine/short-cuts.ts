import {
  add,
  compareNumbers,
  divide,
  isNumber,
  modulo,
  multiply,
  negate,
  subtract,
  toDouble,
} from '../values/arithmetic';
import { compareTexts } from '../values/characters';
import { equals } from '../values/equality';

/** An operator for frequent operands; undefined when the general way must decide. */
export type BinaryShortCut = (left: unknown, right: unknown) => unknown;

/** Small whole numbers, whose sums and products need no second look. */
const isSmall = (value: unknown): value is number =>
  typeof value === 'number' && value <= 1_000_000 && value >= -1_000_000 && Number.isInteger(value);

const ordered =
  (holds: (sign: number) => boolean): BinaryShortCut =>
  (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') {
      return holds(left < right ? -1 : left > right ? 1 : left === right ? 0 : Number.NaN);
    }
    if (isNumber(left) && isNumber(right)) return holds(compareNumbers(left, right));
    return typeof left === 'string' && typeof right === 'string' ? holds(compareTexts(left, right)) : undefined;
  };

const BINARY: ReadonlyMap<string, BinaryShortCut> = new Map<string, BinaryShortCut>([
  [
    '#operator_+',
    (left, right) => {
      if (isSmall(left) && isSmall(right)) return left + right;
      return isNumber(left) && isNumber(right) ? add(left, right) : undefined;
    },
  ],
  [
    '#operator_-',
    (left, right) => {
      if (isSmall(left) && isSmall(right)) return left - right;
      return isNumber(left) && isNumber(right) ? subtract(left, right) : undefined;
    },
  ],
  ['#operator_*', (left, right) => (isNumber(left) && isNumber(right) ? multiply(left, right) : undefined)],
  [
    '#operator_/',
    (left, right) => (isNumber(left) && isNumber(right) && toDouble(right) !== 0 ? divide(left, right) : undefined),
  ],
  [
    '#operator_mod',
    (left, right) => (isNumber(left) && isNumber(right) && toDouble(right) !== 0 ? modulo(left, right) : undefined),
  ],
  ['#operator_<', ordered((sign) => sign < 0)],
  ['#operator_<=', ordered((sign) => sign <= 0)],
  ['#operator_>', ordered((sign) => sign > 0)],
  ['#operator_>=', ordered((sign) => sign >= 0)],
  ['*equal', equals],
  ['*not_equal', (left, right) => !equals(left, right)],
]);

/** The short cut of a binary operator, by the name of its function. */
export function binaryShortCut(name: string): BinaryShortCut | undefined {
  return BINARY.get(name);
}

/** The short cut of a unary operator, by the name of its function. */
export function unaryShortCut(name: string): ((value: unknown) => unknown) | undefined {
  if (name === '#unary_operator_-') return (value) => (isNumber(value) ? negate(value) : undefined);
  return name === '#unary_operator_+' ? (value) => (isNumber(value) ? value : undefined) : undefined;
}
