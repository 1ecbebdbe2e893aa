import type { Diagnostic } from '../language/diagnostics';
import type { Place } from './source/value';

/** Something wrong in the text of a package, found before anything runs. */
export interface Problem extends Diagnostic {
  /** an error keeps what it stands in from loading; a warning runs, but hardly as it was meant */
  readonly severity: 'error' | 'warning';
  /** the part of the file that is at fault, as it is written there; empty where nothing is written */
  readonly text: string;
  /** what to write instead; undefined when the sentence says it all */
  readonly hint: string | undefined;
}

/** What a problem may say beside code, sentence and place. */
export interface ProblemDetails {
  readonly text?: string;
  readonly hint?: string | undefined;
  readonly severity?: Problem['severity'];
}

/** Makes a problem; without more it is an error without text and hint. */
export function problem(code: string, message: string, place: Place, details: ProblemDetails = {}): Problem {
  const { text = '', hint, severity = 'error' } = details;
  return { code, message, span: place, severity, text: shortened(text), hint };
}

/** Gathers the problems of a file, so that one that is met does not hide the next. */
export class Problems {
  readonly found: Problem[] = [];

  error(code: string, message: string, place: Place, details: Omit<ProblemDetails, 'severity'> = {}): void {
    this.found.push(problem(code, message, place, details));
  }

  warn(code: string, message: string, place: Place, details: Omit<ProblemDetails, 'severity'> = {}): void {
    this.found.push(problem(code, message, place, { ...details, severity: 'warning' }));
  }

  get errors(): Problem[] {
    return this.found.filter(({ severity }) => severity === 'error');
  }
}

/** A problem as people read it: place, sentence, then the text at fault and the hint on lines of their own. */
export function describeProblem({ span, severity, message, text, hint }: Problem): string {
  const lines = [`${span.file}:${span.line}:${span.column}: ${severity === 'warning' ? 'warning: ' : ''}${message}`];
  if (text !== '') lines.push(`    ${text}`);
  if (hint !== undefined) lines.push(`    Hint: ${hint}`);
  return lines.join('\n');
}

const LONGEST_TEXT = 120;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
}
