'use client';
import { useState } from 'react';
import type { FieldProblem } from '@/lib/model/field-problem';
import { valueAt } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';

/** What policies object to of a service: no check of the form finds it, so each stays until its answer is another. */
export function useObjections(service: JsonObject) {
  const [objections, setObjections] = useState<readonly (FieldProblem & { answer: string })[]>([]);
  const answerAt = (path: string) => JSON.stringify(valueAt(service, path) ?? null);
  return {
    take: (problems: readonly FieldProblem[]) =>
      setObjections(problems.map((problem) => ({ ...problem, answer: answerAt(problem.path) }))),
    /** what is objected to of the answer at a path; null when nothing */
    at: (path: string): string | null =>
      objections.find((one) => one.path === path && one.answer === answerAt(path))?.sentence ?? null,
  };
}
