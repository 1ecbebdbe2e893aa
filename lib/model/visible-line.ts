import { z } from 'zod';

/**
 * Characters by which two names look alike, or a name looks like something else: controls (line breaks among them), those
 * that turn the direction of writing, and those that are not drawn. U+200C and U+200D stay, which Persian and emoji need.
 *
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

/** Why a name is refused that holds such a character. */
export const INVISIBLE_CHARACTERS =
  'A name is one line of text, without control characters and others that are not seen.';

/** Whether a text is one line all of which is seen, in the direction of its letters. */
export function isVisibleLine(text: string): boolean {
  return !INVISIBLE.test(text);
}

/**
 * A name that people give to something and tell it by: one line, trimmed, of 1 to so many characters.
 *
 * @param maxLength in UTF-16 units
 */
export function nameSchema(maxLength: number): z.ZodString {
  return z.string().trim().min(1).max(maxLength).refine(isVisibleLine, { error: INVISIBLE_CHARACTERS });
}
