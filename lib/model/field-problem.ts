import { firstProblems, furtherProblems } from './problem-limit';

/** One bad field: where (`units.0.recoveryPassword`), a stable code, and a sentence that says what to do. */
export interface FieldProblem {
  path: string;
  code: string;
  sentence: string;
}

/** The bad fields that an answer tells: the first of them, and how many others there are. */
export function firstFieldProblems(problems: FieldProblem[]): FieldProblem[] {
  return firstProblems(problems, (count) => ({ path: '', code: 'more_problems', sentence: furtherProblems(count) }));
}
