/** A text, or a number, of a JSON text. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+(?:\.0*)?$/;
/** Fewer digits are always exact. */
const MOST_EXACT_DIGITS = 15;
const MORE_DIGITS = new RegExp(`\\d{${MOST_EXACT_DIGITS + 1}}`);

/** Whether a whole number, as it is written, is beyond what a JavaScript number holds exactly (2^53). */
export function isTooLargeToBeExact(written: string): boolean {
  return WHOLE.test(written) && !Number.isSafeInteger(Number(written));
}

/** The first whole number of a JSON text that reading it would round; null when there is none. */
export function inexactNumberIn(json: string): string | null {
  if (!MORE_DIGITS.test(json)) return null;
  for (const [token] of json.matchAll(TOKEN)) if (isTooLargeToBeExact(token)) return token;
  return null;
}
