import type { Property } from '@/lib/model/service-type';

/** Longer ones are no rule for a field of a form. */
const LONGEST = 500;
/** A repetition of what repeats itself, or of what was found before: such a search may take for ever. */
const MAY_TAKE_FOR_EVER = /[+*}]\)?[+*{]|[+*}][^()]*\)[+*{]|\|[^()]*\)[+*{]|\\[1-9]|\(\?<?[=!]/;

/**
 * A regular expression of Python as JavaScript takes it. Where the two differ, where it is too long or where a search
 * for it may take for ever, no rule is made: the class's own contract is asked when it is deployed.
 */
export function textPattern(expression: string, sentence?: string): Property['pattern'] | null {
  const text = expression.replaceAll('(?P<', '(?<').replaceAll('\\Z', '$').replaceAll('\\A', '^');
  if (text.length > LONGEST || /\(\?[P#aiLmsux(]/.test(text) || MAY_TAKE_FOR_EVER.test(text)) return null;
  try {
    new RegExp(text);
  } catch {
    return null;
  }
  return { expression: text, sentence: sentence ?? `This must match ${expression}.` };
}
