import { isYaqlError, toPythonText } from '@vetro/yaql';
import { errorName, isDslError, isFinal } from '../errors';
import { traceOf, writeTrace } from './stack-trace';

const BRAND = Symbol.for('vetro.muranopl.thrown');

/** An exception that a program threw: `Throw`. */
export class MuranoPlException extends Error {
  readonly [BRAND] = true;

  constructor(
    /** full names, the first one counts where one is wanted */
    readonly names: readonly string[],
    /** the value under `Message`, mostly a text; null when there was none */
    readonly payload: unknown,
    /** what stood under `Extra`, as it is written */
    readonly extra: unknown,
    /** the exception that led to this one */
    readonly source: unknown,
  ) {
    super(payload === null ? '' : toPythonText(payload));
    this.name = names[0] ?? 'MuranoPlException';
  }
}

/** Tells a thrown exception of a program from any other error. */
export function isThrown(error: unknown): error is MuranoPlException {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/** Whether a program may catch the error: its own exceptions, and errors of the languages but for ceilings. */
export function isCatchable(error: unknown): boolean {
  return isThrown(error) || ((isDslError(error) || isYaqlError(error)) && !isFinal(error));
}

/** The effect that failed and so led to an error; undefined for one of the program's own. */
export function failedEffectOf(error: unknown): string | undefined {
  if (isThrown(error)) return failedEffectOf(error.source);
  return isDslError(error) ? error.effectId : undefined;
}

/** The names by which an error is caught. */
export function namesOf(error: unknown): readonly string[] {
  return isThrown(error) ? error.names : [errorName(error)];
}

/** What an error says, without its place. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Writes an error as the original's traceback: name and message, the calls that led to it, and the same of
 * what caused it.
 */
export function writeError(error: unknown): string {
  const name = namesOf(error).join(', ');
  const lines = traceOf(error);
  const trace = lines.length === 0 ? '' : `\nTraceback (most recent call last):\n${writeTrace(lines, '  ')}`;
  const cause = isThrown(error) && error.source ? `\n\nCaused by ${writeError(error.source)}` : '';
  return `${name}: ${messageOf(error)}${trace}${cause}`;
}
