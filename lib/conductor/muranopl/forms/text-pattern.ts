import type { Property } from '@/lib/model/service-type';
import { mayTakeForEver } from '@/lib/model/slow-pattern';

/** Longer ones are no rule for a field of a form. */
const LONGEST = 500;

/**
 * A regular expression of Python as JavaScript takes it. Where the two differ, where it is too long or where a search
 * for it may take for ever, no rule is made: the class's own contract is asked when it is deployed.
 */
export function textPattern(expression: string, sentence?: string): Property['pattern'] | null {
  const text = expression.replaceAll('(?P<', '(?<').replaceAll('\\Z', '$').replaceAll('\\A', '^');
  if (text.length > LONGEST || /\(\?[P#aiLmsux(]/.test(text) || mayTakeForEver(text)) return null;
  try {
    new RegExp(text);
  } catch {
    return null;
  }
  return { expression: text, sentence: sentence ?? `This must match ${expression}.` };
}
