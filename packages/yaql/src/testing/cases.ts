/** How many cases of a generated set stand for one that is tried; all of them when not set. */
const DIVISOR = Number(process.env.VETRO_CASES_DIVISOR ?? 1);

/**
 * How many cases of a generated set are tried. On newer Nodes a tenth of them is (`scripts/newer-nodes.mjs`): there it is the
 * Node that is tried, not the rule.
 *
 * @param all how many there are where the rule is tried
 */
export function cases(all: number): number {
  return Math.ceil(all / DIVISOR);
}
