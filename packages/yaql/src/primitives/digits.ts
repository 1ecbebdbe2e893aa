/** Nearly every text is one: nothing to look up in it. */
const PLAIN = /^[ -~]*$/;

/**
 * A text with the decimal digits of every script written as 0 to 9. Such digits stand in whole runs of ten from
 * their zero on, and some runs follow one another.
 */
export function asciiDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(/\p{Nd}/gu, (digit) => {
    if (digit >= '0' && digit <= '9') return digit;
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });
}
