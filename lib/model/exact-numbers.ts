/** A text, or a number, of a JSON text. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^[-+]?\d+(?:\.0*)?$/;
const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;
/** Fewer digits without an exponent are always exact. */
const MAY_CHANGE = /\d[\d.]{15}|\d\.?[eE][-+]?\d/;

/** Whether a whole number, as it is written, is beyond what a JavaScript number holds exactly (2^53). */
export function isTooLargeToBeExact(written: string): boolean {
  return WHOLE.test(written) && !Number.isSafeInteger(Number(written));
}

/**
 * Whether a number, as it is written in decimal, is another one when it is read and written again: digits beyond what a
 * JavaScript number holds, or too large or too small a power of ten.
 */
export function isChangedByReading(written: string): boolean {
  if (isTooLargeToBeExact(written)) return true;
  const [before, after] = [decimalOf(written), decimalOf(String(Number(written)))];
  return before !== null && before !== after;
}

/** A number as its digits and the power of ten that they are multiplied by, alike for all ways to write it. */
function decimalOf(written: string): string | null {
  const [, sign, whole = '', fraction = '', power = '0'] = DECIMAL.exec(written) ?? [];
  if (sign === undefined) return null;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign === '-' ? '-' : ''}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

/** The first number of a JSON text that reading it would change; null when there is none. */
export function inexactNumberIn(json: string): string | null {
  if (!MAY_CHANGE.test(json)) return null;
  for (const [token] of json.matchAll(TOKEN)) if (!token.startsWith('"') && isChangedByReading(token)) return token;
  return null;
}
