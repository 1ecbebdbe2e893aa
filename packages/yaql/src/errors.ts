import type { Span } from './syntax/ast';

/**
 * What went wrong, by the names of the Python engine: packages catch them (`With: KeyError`), so they are
 * part of the language. `DepthExceededException`, `ExpressionLimitExceededException`, `TimeLimitExceededException`
 * and `StepLimitExceededException` are ours: the original runs into Python's own limits there.
 */
export const YAQL_ERROR_KINDS = [
  'YaqlLexicalException',
  'YaqlGrammarException',
  'NoFunctionRegisteredException',
  'NoMethodRegisteredException',
  'NoMatchingFunctionException',
  'NoMatchingMethodException',
  'AmbiguousFunctionException',
  'AmbiguousMethodException',
  'ArgumentException',
  'MappingTranslationException',
  'CollectionTooLargeException',
  'MemoryQuotaExceededException',
  'DepthExceededException',
  'ExpressionLimitExceededException',
  'TimeLimitExceededException',
  'StepLimitExceededException',
  'AssertionError',
  'AttributeError',
  'IndexError',
  'KeyError',
  'OverflowError',
  'ParserError',
  'RuntimeError',
  'StopIteration',
  'TypeError',
  'UnicodeDecodeError',
  'ValueError',
  'ZeroDivisionError',
  'error',
] as const;

export type YaqlErrorKind = (typeof YAQL_ERROR_KINDS)[number];

/** The ceilings: an expression that meets one is stopped and cannot go on. */
const CEILINGS: ReadonlySet<YaqlErrorKind> = new Set<YaqlErrorKind>([
  'CollectionTooLargeException',
  'MemoryQuotaExceededException',
  'DepthExceededException',
  'ExpressionLimitExceededException',
  'TimeLimitExceededException',
  'StepLimitExceededException',
]);

const BRAND = Symbol.for('vetro.yaql.error');

/** Every error of the language: what happened in one plain sentence, and where in the expression. */
export class YaqlError extends Error {
  readonly [BRAND] = true;
  /** the part of the expression at fault; undefined until a call with a position has seen the error */
  span: Span | undefined;
  /** the whole expression, once known */
  expression: string | undefined;

  constructor(
    readonly kind: YaqlErrorKind,
    message: string,
    span?: Span,
  ) {
    super(message);
    this.name = kind;
    this.span = span;
  }

  /** true for a limit of size, depth, steps or time; such an error must not be swallowed */
  get isLimit(): boolean {
    return CEILINGS.has(this.kind);
  }
}

/** Tells an error of the language from any other, across copies of this module. */
export function isYaqlError(error: unknown): error is YaqlError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/** Gives an error the place where it happened, unless a deeper call has told it already. */
export function locate(error: unknown, span: Span): unknown {
  if (isYaqlError(error) && !error.span) error.span = span;
  return error;
}
