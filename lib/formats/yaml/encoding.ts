/** So many characters of a text tell how its bytes are to be read. */
const LOOKED_AT = 200;

/**
 * What is wrong with the encoding of a text that was read as UTF-8: each sign of UTF-16 and UTF-32 has zero bytes beside it
 * where a text is mostly Latin, which no YAML has.
 *
 * @returns a sentence that names the encoding; null when nothing speaks against UTF-8
 */
export function encodingProblem(text: string): string | null {
  const begin = text.slice(0, LOOKED_AT);
  const zeros = begin.split('\u0000').length - 1;
  if (zeros * 3 < begin.length) return null;
  const name = zeros * 3 > begin.length * 2 ? 'UTF-32' : 'UTF-16';
  return begin === '' ? null : `This file is written in ${name}. Save it as UTF-8.`;
}
