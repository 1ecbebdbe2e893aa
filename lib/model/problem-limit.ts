/** So many problems stand in one answer; a last one counts the others: an answer of thousands helps nobody. */
const MAX_PROBLEMS = 100;

/** What stands for problems that are not told. */
export const furtherProblems = (count: number) => `There are ${count} more problems. Mend those above first.`;

/**
 * The first of many problems.
 *
 * @param restOf makes of their number what stands for the others
 */
export function firstProblems<Problem>(problems: Problem[], restOf: (count: number) => Problem): Problem[] {
  const count = problems.length - MAX_PROBLEMS;
  return count <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), restOf(count)];
}
