const SURROGATE = /[\ud800-\udfff]/;

/** Whether every character is one UTF-16 unit, so that JavaScript's own indexes are right. */
export function isPlain(text: string): boolean {
  return !SURROGATE.test(text);
}

/** How many characters (code points) a text has. */
export function textLength(text: string): number {
  return isPlain(text) ? text.length : Array.from(text).length;
}

/** `text[start:end]` of Python, by characters; negative indexes count from the end. */
export function sliceText(text: string, start: number, end: number): string {
  return isPlain(text) ? text.slice(start, end) : Array.from(text).slice(start, end).join('');
}

/** Orders texts by code points: -1, 0 or 1. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  if (isPlain(left) && isPlain(right)) return left < right ? -1 : 1;
  const a = Array.from(left);
  const b = Array.from(right);
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}
