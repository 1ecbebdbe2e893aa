import { isYaqlError } from '@vetro/yaql';
import { describeProblem, isDslError, isThrown, type Problem, writeError } from '@/lib/conductor/muranopl';
import { isVetroError, type VetroError } from '@/lib/errors';

/** Lines of a trace that are shown from each end; endless recursion has thousands. */
const SHOWN = 24;

/** An error for the author: of a program with the calls that led to it, of ours as a sentence. */
export function describeError(error: unknown): string {
  if (isThrown(error) || isDslError(error) || isYaqlError(error)) return shortened(writeError(error));
  if (isVetroError(error)) return problemsIn(error) ?? error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** All problems of a package that cannot be used; undefined for other errors. */
function problemsIn({ code, details }: VetroError): string | undefined {
  if (code !== 'package_invalid' || !Array.isArray(details.problems)) return undefined;
  const problems = details.problems as (Omit<Problem, 'span'> & Problem['span'])[];
  return problems
    .map(({ file, line, column, ...problem }) => describeProblem({ ...problem, span: { file, line, column } }))
    .join('\n');
}

function shortened(text: string): string {
  const lines = text.split('\n');
  const left = lines.length - 2 * SHOWN;
  if (left <= 2) return text;
  return [...lines.slice(0, SHOWN), `  … ${left} lines more …`, ...lines.slice(-SHOWN)].join('\n');
}
