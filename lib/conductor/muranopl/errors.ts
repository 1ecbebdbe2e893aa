import { isYaqlError } from '@vetro/yaql';
import { isStop } from '@/lib/conductor/language/processor-time';

/** Errors of MuranoPL itself, by the names of the Python engine: packages catch them by these. */
export const DSL_ERRORS: ReadonlySet<string> = new Set([
  'AmbiguousClassName',
  'AmbiguousMethodName',
  'AmbiguousPropertyNameError',
  'CircularExpressionDependenciesError',
  'ContractViolationException',
  'DslContractSyntaxError',
  'DslInvalidOperationError',
  'DslSyntaxError',
  'InvalidInheritanceError',
  'InvalidLhsTargetError',
  'MethodNotExposed',
  'NoClassFound',
  'NoMethodFound',
  'NoObjectFoundError',
  'NoPackageForClassFound',
  'NoPackageFound',
  'NoPropertyFound',
  'NoWriteAccessError',
  'ObjectDestroyedError',
  'PropertyReadError',
  'PropertyWriteError',
  'UninitializedPropertyAccessError',
  'ValueIsMissingError',
]);

/** Errors that YAQL raises under the names of Python's own; all others of it live in its exceptions module. */
const BUILTIN_ERRORS = new Set([
  'AssertionError',
  'AttributeError',
  'IndexError',
  'KeyError',
  'OverflowError',
  'RuntimeError',
  'StopIteration',
  'TypeError',
  'ValueError',
  'ZeroDivisionError',
]);

/** Ceilings of a whole run: a program that meets one is stopped, and no Catch can hold it up. */
const FINAL = new Set([
  'BranchLimitExceeded',
  'ObjectLimitExceeded',
  'StepLimitExceededException',
  'TimeLimitExceededException',
]);

const BRAND = Symbol.for('vetro.muranopl.error');

/**
 * An error of the language: `kind` is the class of the Python engine (`ContractViolationException`,
 * `KeyError`, …), the message one sentence.
 */
export class DslError extends Error {
  readonly [BRAND] = true;

  constructor(
    readonly kind: string,
    message: string,
    /** the effect that failed, where the error is raised for one */
    readonly effectId?: string,
  ) {
    super(message);
    this.name = kind;
  }
}

/** Tells an error of MuranoPL from any other, across copies of this module. */
export function isDslError(error: unknown): error is DslError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/** Whether an error stops the whole run: a ceiling was met or someone asked for the end, and no Catch or Finally may go on after it. */
export function isFinal(error: unknown): boolean {
  return isStop(error) || ((isDslError(error) || isYaqlError(error)) && FINAL.has(error.kind));
}

/**
 * The name by which `Catch: {With: …}` knows an error: the bare name of Python's own errors, the name with
 * its module for those of the engine.
 */
export function errorName(error: unknown): string {
  if (isDslError(error)) return DSL_ERRORS.has(error.kind) ? `murano.dsl.exceptions.${error.kind}` : error.kind;
  if (isYaqlError(error)) {
    if (error.kind === 'DepthExceededException') return 'RecursionError';
    return BUILTIN_ERRORS.has(error.kind) ? error.kind : `yaql.language.exceptions.${error.kind}`;
  }
  return error instanceof Error ? error.name : 'Exception';
}

/** Whether the machine's own stack was too small for what calls one another. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** What becomes of that: an error that a program may catch. */
export function tooDeep(): DslError {
  return new DslError('RecursionError', 'Methods call one another too deep.');
}
