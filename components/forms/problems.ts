import type { FieldProblem } from '@/lib/model/field-problem';

/** The first problem at a path, or beneath it (an image's name); null when there is none. */
export function problemAt(problems: readonly FieldProblem[], path: string): string | null {
  return problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.sentence ?? null;
}
