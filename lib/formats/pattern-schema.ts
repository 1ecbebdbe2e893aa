import type { z } from 'zod';
import { patternProblem } from '@/lib/model/pattern';

/** Refuses a text of a file that is no pattern, or none that can be searched for; for `superRefine` of its schema. */
export function checkPattern(expression: string, ctx: z.RefinementCtx): void {
  const message = patternProblem(expression);
  if (message !== null) ctx.addIssue({ code: 'custom', message });
}
