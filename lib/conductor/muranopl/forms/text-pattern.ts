import { patternProblem } from '@/lib/model/pattern';
import type { Property } from '@/lib/model/service-type';

/**
 * A regular expression of Python as the rule of a text.
 *
 * @returns null for one that is not searched for: of a form it is refused when its package is checked, and the contract of
 *   a class is asked for itself when it is deployed
 */
export function textPattern(expression: string, sentence?: string): Property['pattern'] | null {
  if (patternProblem(expression) !== null) return null;
  return { expression, sentence: sentence ?? `This must match ${expression}.` };
}
