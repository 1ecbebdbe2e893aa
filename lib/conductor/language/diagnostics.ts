import { errors, type SourceSpan, type VetroError } from '@/lib/errors';

/** One problem of a package's text, found before anything runs. */
export interface Diagnostic {
  /** stable snake_case code, for example `unknown_function` */
  code: string;
  /** what is wrong and what to write instead, without the place */
  message: string;
  span: SourceSpan;
}

/** A place for people: `AD.xml, line 12`. */
export function place(span: SourceSpan): string {
  return `${span.file}, line ${span.line}`;
}

/**
 * An error of the `language` kind that says where it is: the sentence starts with the place.
 * `code` is stable; `details` are for administrators and must hold no secret.
 */
export function languageError(
  code: string,
  message: string,
  span: SourceSpan,
  details: Record<string, unknown> = {},
): VetroError {
  return errors.language(code, `${place(span)}: ${message}`, { span, details });
}

/**
 *  The sentence tells the first and how many follow; `details.problems` lists every one, with all that
 * the language tells of it.
 *
 * @throws one `package_invalid` language error for all problems of a package, or returns when there are none
 */
export function throwDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const [first, ...rest] = diagnostics;
  if (!first) return;
  const more =
    rest.length === 0 ? '' : rest.length === 1 ? ' (and 1 more problem)' : ` (and ${rest.length} more problems)`;
  throw errors.language('package_invalid', `${place(first.span)}: ${first.message}${more}`, {
    span: first.span,
    details: {
      problems: diagnostics.map(({ span, ...diagnostic }) => ({ ...diagnostic, ...span })),
    },
  });
}
